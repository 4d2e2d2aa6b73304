/**
 * Sentences that tell the well-known licences apart, by SPDX name; the first that matches counts. Texts are compared without
 * line breaks, as every copy breaks them elsewhere.
 */
const TELLING: readonly (readonly [name: string, sentence: RegExp])[] = [
  ['AGPL-3.0-only', /gnu affero general public license.{0,40}version 3/i],
  ['LGPL-3.0-only', /gnu lesser general public license.{0,40}version 3/i],
  ['LGPL-2.1-only', /gnu lesser general public license.{0,40}version 2\.1/i],
  ['GPL-3.0-only', /gnu general public license.{0,40}version 3/i],
  ['GPL-2.0-only', /gnu general public license.{0,40}version 2/i],
  ['Apache-2.0', /apache license.{0,40}version 2\.0/i],
  ['MPL-2.0', /mozilla public license,? version 2\.0/i],
  ['Unlicense', /this is free and unencumbered software released into the public domain/i],
  ['CC0-1.0', /cc0 1\.0 universal/i],
  ['CC-BY-NC-SA-4.0', /attribution-noncommercial-sharealike 4\.0 international/i],
  ['CC-BY-NC-4.0', /attribution-noncommercial 4\.0 international/i],
  ['CC-BY-SA-4.0', /attribution-sharealike 4\.0 international/i],
  ['CC-BY-4.0', /attribution 4\.0 international/i],
  ['BSD-3-Clause', /redistribution and use in source and binary forms.{0,2000}neither the name/i],
  ['BSD-2-Clause', /redistribution and use in source and binary forms/i],
  ['ISC', /permission to use, copy, modify, and\/or distribute this software for any purpose/i],
  ['MIT', /permission is hereby granted, free of charge, to any person obtaining a copy of this software/i],
];

const TAG = /SPDX-License-Identifier:\s*([^\s*]+)/;
const EXPRESSION = /^\(?[\w.+-]+\)?(?: (?:AND|OR|WITH) \(?[\w.+-]+\)?){0,5}$/;
/** Enough for the head of any licence, and for the few sentences of a short one. */
const READ_CHARS = 5_000;

/** The SPDX name of a licence's text; undefined for one that is not known. */
export function licenceOfText(text: string): string | undefined {
  const tag = TAG.exec(text.slice(0, READ_CHARS))?.[1];
  if (tag !== undefined) return tag;
  const head = text.slice(0, READ_CHARS).replace(/\s+/g, ' ');
  return TELLING.find(([, sentence]) => sentence.test(head))?.[0];
}

/** What `license` of a `pyproject.toml` declares, if that is an SPDX expression. */
export function declaredLicence(declared: unknown): string | undefined {
  const text =
    typeof declared === 'object' && declared !== null && 'text' in declared ? declared.text : declared;
  if (typeof text !== 'string' || text.length > 100) return undefined;
  return EXPRESSION.test(text.trim()) ? text.trim() : undefined;
}
