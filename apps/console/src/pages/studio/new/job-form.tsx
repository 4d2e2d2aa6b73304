import { Accordion, Grid, Stack, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { fieldProblems } from '../../../api/field-problems.js';
import { listTasksInfiniteQueryKey, listTasksQueryKey } from '@atelier/client/react-query';
import { FormField } from './form-field.js';
import { type Field, isBlank, type Value, type Values } from '../../../parts/form/field.js';
import { type FormSchema, missingFields, requestOf } from './form-schema.js';
import { labelOf } from '../../../parts/form/field-words.js';
import type { Job } from './jobs.js';
import { fittedFields, fittedToModel } from './model-sizes.js';
import { quoteOptions, useQuote } from './quote.js';
import { SendPanel } from './send-panel.js';
import { commandOf, sendJob } from './send-job.js';
import { sendQuoted, UnseenPrice } from './send-quoted.js';
import { useQuotedRequest } from './quoted-request.js';

export function JobForm({
  kind,
  job,
  form,
  initial,
}: {
  kind: string;
  job: Job;
  form: FormSchema;
  initial: Values;
}): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [values, setValues] = useState(initial);
  const [wasTried, setTried] = useState(false);
  const request = requestOf(job, form, values);
  const missing = missingFields(form, values);
  const quoted = useQuotedRequest(kind, request);
  const priced = missing.length === 0 && quoted ? JSON.stringify(quoted) : undefined;
  const quote = useQuote(form.path, priced);
  const send = useMutation({
    mutationFn: (accepts: { unquoted: boolean }) => {
      if (priced === undefined || accepts.unquoted) return sendJob(form, request);
      const options = quoteOptions(form.path, priced);
      return sendQuoted(quote.data, {
        isCurrent: queries.getQueryData(options.queryKey) === quote.data,
        ask: () => queries.fetchQuery({ ...options, staleTime: 0 }),
        send: (quoteId) => sendJob(form, request, quoteId),
      });
    },
    onSuccess: async (id) => {
      void queries.invalidateQueries({ queryKey: listTasksQueryKey() });
      void queries.invalidateQueries({ queryKey: listTasksInfiniteQueryKey() });
      await navigate({ to: '/studio/tasks/$id', params: { id } });
    },
  });
  const paths = form.fields.flatMap(namesOf);
  const refused = { ...fieldProblems(quote.error, paths), ...fieldProblems(send.error, paths) };
  const change = (path: string, next: (value: Value) => Value): void => {
    send.reset();
    setValues((before) => fittedToModel(form, { ...before, [path]: next(before[path]) }));
  };
  const { main, more, fine } = sorted(job, fittedFields(form, values));
  const folded = [...more, ...fine];
  const [isOpen, setOpen] = useState(folded.some(({ path }) => !isBlank(initial[path])));
  const hasProblem = folded.some(({ path }) => problemOf(refused, path) !== undefined);
  const pasteField = main.find((field) => hasRoom(field, values))?.path;
  const show = (field: Field): ReactNode => (
    <FormField
      key={field.path}
      field={field}
      value={values[field.path]}
      samples={job.samples}
      error={
        problemOf(refused, field.path) ??
        (wasTried && missing.some(({ path }) => path === field.path) ? 'This field is required.' : undefined)
      }
      takesPasted={field.path === pasteField}
      onChange={(next) => change(field.path, next)}
    />
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (missing.length === 0)
          send.mutate({ unquoted: send.error instanceof UnseenPrice && !send.error.isQuoted });
      }}
    >
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="lg">
            {main.map(show)}
            {folded.length > 0 && (
              <Accordion
                variant="separated"
                order={2}
                value={isOpen || hasProblem ? 'more' : null}
                onChange={(value) => setOpen(value !== null)}
              >
                <Accordion.Item value="more">
                  <Accordion.Control>More settings</Accordion.Control>
                  <Accordion.Panel>
                    <Stack gap="lg">
                      {more.map(show)}
                      {fine.length > 0 && more.length > 0 && (
                        <Title order={3} size="h5">
                          Fine adjustments
                        </Title>
                      )}
                      {fine.map(show)}
                    </Stack>
                  </Accordion.Panel>
                </Accordion.Item>
              </Accordion>
            )}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <SendPanel
            job={job}
            missing={missing.map(({ path }) => labelOf(path, missing))}
            quote={quote}
            isSending={send.isPending || send.isSuccess}
            command={commandOf(form, request)}
            failure={Object.keys(fieldProblems(send.error, paths)).length > 0 ? null : send.error}
          />
        </Grid.Col>
      </Grid>
    </form>
  );
}

/** The fields that are always shown, and the collapsed ones: of the request, then of its nested part. */
function sorted({ main }: Job, fields: readonly Field[]) {
  const folded = fields.filter(({ path }) => !main.includes(path));
  return {
    main: main.flatMap((path) => fields.filter((field) => field.path === path)),
    more: folded.filter(({ path }) => !path.includes('.')),
    fine: folded.filter(({ path }) => path.includes('.')),
  };
}

function problemOf(problems: Readonly<Record<string, string>>, path: string): string | undefined {
  const found = Object.keys(problems).find((name) => name === path || name.startsWith(`${path}[`));
  return found === undefined ? undefined : problems[found];
}

/** The API's names of the field and its entries. */
function namesOf({ path, maxItems = 0 }: Field): string[] {
  return [path, ...Array.from({ length: maxItems }, (_, index) => `${path}[${index}]`)];
}

function hasRoom({ control, path, maxItems = 1 }: Field, values: Values): boolean {
  const value = values[path];
  if (control === 'pictures') return !Array.isArray(value) || value.length < maxItems;
  return control === 'picture' && isBlank(value);
}
