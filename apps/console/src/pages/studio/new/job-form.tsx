import { t } from '@lingui/core/macro';
import { Accordion, Stack, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type ReactNode, type SetStateAction, useState } from 'react';
import { listTasksInfiniteQueryKey, listTasksQueryKey } from '@atelier/client/react-query';
import { fieldProblems } from '../../../api/field-problems.js';
import { type Field, isBlank, type Values } from '../../../parts/form/field.js';
import { labelOf } from '../../../parts/form/field-words.js';
import { FormField } from './form-field.js';
import { type FormSchema, missingFields, requestOf } from './form-schema.js';
import type { Job } from './jobs.js';
import { fittedFields, fittedToModel } from './model-sizes.js';
import { quoteOptions, useQuote } from './quote.js';
import { useQuotedRequest } from './quoted-request.js';
import { sendJob } from './send-job.js';
import { SendPanel } from './send-panel.js';
import { sendQuoted, UnseenPrice } from './send-quoted.js';

/** The second click of a double click must not order twice. */
const PAUSE_MS = 800;

type FormProps = {
  kind: string;
  job: Job;
  form: FormSchema;
  values: Values;
  setValues: Dispatch<SetStateAction<Values>>;
};

export function JobForm({
  onSent,
  ...props
}: FormProps & {
  /** Gets the id of the task. */
  onSent: (id: string) => Promise<void>;
}): ReactNode {
  const { job, form, values, setValues } = props;
  const [wasTried, setTried] = useState(false);
  const missing = missingFields(form, values);
  const { quote, send } = useSending(props, missing.length === 0, onSent);
  const paths = form.fields.flatMap(namesOf);
  const refused = { ...fieldProblems(quote.error, paths), ...fieldProblems(send.error, paths) };
  const pasteField = form.fields.find((field) => job.main.includes(field.path) && hasRoom(field, values));
  const show = (field: Field): ReactNode => (
    <FormField
      key={field.path}
      field={field}
      value={values[field.path]}
      samples={job.samples}
      error={
        problemOf(refused, field.path) ??
        (wasTried && missing.some(({ path }) => path === field.path) ? t`This field is required.` : undefined)
      }
      takesPasted={field.path === pasteField?.path}
      onChange={(next) => {
        send.reset();
        setValues((before) => fittedToModel(form, { ...before, [field.path]: next(before[field.path]) }));
      }}
    />
  );
  const { main, more, fine } = sorted(job, fittedFields(form, values));
  // Also of a field that another model has: it stays open when the model changes.
  const hasValue = Object.keys(values).some((path) => !job.main.includes(path) && !isBlank(values[path]));
  const hasProblem = [...more, ...fine].some(({ path }) => problemOf(refused, path) !== undefined);
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
      <Stack gap="lg">
        {main.map(show)}
        <MoreFields more={more} fine={fine} hasValue={hasValue} hasProblem={hasProblem} show={show} />
        <SendPanel
          job={job}
          missing={missing.map(({ path }) => labelOf(path, missing))}
          quote={quote}
          isSending={send.isPending}
          failure={Object.keys(fieldProblems(send.error, paths)).length > 0 ? null : send.error}
        />
      </Stack>
    </form>
  );
}

/** The price of the request, and its start at that price. */
function useSending(
  { kind, job, form, values }: FormProps,
  isComplete: boolean,
  onSent: (id: string) => Promise<void>,
) {
  const queries = useQueryClient();
  const request = requestOf(job, form, values);
  const quoted = useQuotedRequest(kind, request);
  const priced = isComplete && quoted ? JSON.stringify(quoted) : undefined;
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
      await onSent(id);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    },
  });
  return { quote, send };
}

/** The fields that few need, collapsed until one of them has a value or a problem. */
function MoreFields({
  more,
  fine,
  hasValue,
  hasProblem,
  show,
}: {
  more: readonly Field[];
  fine: readonly Field[];
  hasValue: boolean;
  hasProblem: boolean;
  show: (field: Field) => ReactNode;
}): ReactNode {
  const folded = [...more, ...fine];
  const [opened, setOpened] = useState<boolean>();
  const isOpen = hasProblem || (opened ?? hasValue);
  if (folded.length === 0) return null;
  return (
    <Accordion
      variant="separated"
      order={2}
      value={isOpen ? 'more' : null}
      onChange={(value) => setOpened(value !== null)}
    >
      <Accordion.Item value="more">
        <Accordion.Control>{t`More settings`}</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="lg">
            {more.map(show)}
            {fine.length > 0 && more.length > 0 && <Title order={3} size="h5">{t`Fine adjustments`}</Title>}
            {fine.map(show)}
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

/** The fields that are always shown, and the collapsed ones: of the request, then of its nested part. */
function sorted({ main }: Job, fields: readonly Field[]) {
  const folded = fields.filter(({ path }) => !main.includes(path));
  const isNested = ({ path }: Field): boolean => path.replace(/^input\./, '').includes('.');
  return {
    main: main.flatMap((path) => fields.filter((field) => field.path === path)),
    more: folded.filter((field) => !isNested(field)),
    fine: folded.filter(isNested),
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
