import { t } from '@lingui/core/macro';
import { Grid, Stack, Tabs } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { TaskDetailsResponse } from '@atelier/client/api';
import { getTaskOptions } from '@atelier/client/react-query';
import { sessionOptions } from '../../../api/session.js';
import type { Values } from '../../../parts/form/field.js';
import { namesModel } from '../../../parts/media-kinds.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { earlierOptions, valuesOf } from './earlier-request.js';
import { type FormSchema, requestOf } from './form-schema.js';
import { Examples } from './examples.js';
import { History } from './history.js';
import { JobForm } from './job-form.js';
import type { Job } from './jobs.js';
import { resultOf } from './task-media.js';
import classes from './playground.module.css';
import { RequestCode } from './request-code.js';
import { Result } from './result.js';

const route = getRouteApi('/signed-in/studio/new/$kind');

/** A form, and beside it what was made with it. */
export function Playground({
  kind,
  job,
  form,
  isForSale = true,
  head,
}: {
  kind: string;
  job: Job;
  form: FormSchema;
  isForSale?: boolean;
  /** Above the form. */
  head?: ReactNode;
}): ReactNode {
  const { data: session } = useQuery(sessionOptions);
  const [values, setValues] = useSessionStorage<Values>({
    key: `make ${kind} ${session?.id}`,
    defaultValue: (job.initial ?? {}) as Values,
    getInitialValueInEffect: false,
  });
  const filling = useFilling(kind, job, form, setValues);
  const navigate = route.useNavigate();
  const side = useRef<HTMLDivElement>(null);
  const show = async (task: string): Promise<void> => {
    await navigate({ search: ({ model }) => ({ model, task }), resetScroll: false });
    side.current?.scrollIntoView({ block: 'nearest' });
  };
  if (filling) return filling.isError ? <Failure error={filling.error} /> : <Waiting />;
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="lg">
          {head}
          {isForSale && (
            <>
              <Examples form={form} onPick={setValues} />
              <JobForm
                kind={kind}
                job={job}
                form={form}
                values={values}
                setValues={setValues}
                onSent={show}
              />
            </>
          )}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }} ref={side}>
        <Stack gap="lg" className={classes.side}>
          <Result kind={kind} job={job} form={form} />
          <Tabs defaultValue="history" keepMounted={false}>
            <Tabs.List aria-label={t`More`}>
              <Tabs.Tab value="history">{t`History`}</Tabs.Tab>
              <Tabs.Tab value="code">{t`Code`}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="history" pt="md">
              <History kind={kind} />
            </Tabs.Panel>
            <Tabs.Panel value="code" pt="md">
              <RequestCode kind={kind} form={form} request={requestOf(job, form, values)} />
            </Tabs.Panel>
          </Tabs>
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

/**
 * Fills in the form from the task that the address names, once: what is entered afterwards is kept.
 * @returns the query while it is not filled in yet.
 */
function useFilling(kind: string, job: Job, form: FormSchema, fill: (values: Values) => void) {
  const { from, input } = route.useSearch();
  const navigate = route.useNavigate();
  const earlier = useQuery({ ...earlierOptions(from ?? ''), enabled: from !== undefined });
  const source = useQuery({ ...getTaskOptions({ path: { id: input ?? '' } }), enabled: input !== undefined });
  const isWanted = from !== undefined || input !== undefined;
  const isReady = isWanted && (from === undefined ? source : earlier).data !== undefined;
  const apply = useEffectEvent(() => {
    if (from !== undefined && earlier.data) fill(valuesOf(earlier.data, form));
    else if (source.data) fill({ ...(job.initial as Values), ...inputOf(source.data, form) });
    const model = namesModel(kind) ? earlier.data?.request.model : undefined;
    void navigate({
      search: ({ from: _, input: __, ...before }) => ({
        ...before,
        ...(typeof model === 'string' && { model }),
      }),
      replace: true,
      resetScroll: false,
    });
  });
  useEffect(() => {
    if (isReady) apply();
  }, [isReady]);
  if (!isWanted) return undefined;
  return from === undefined ? source : earlier;
}

/** The result of the task, as the first input of the form. */
function inputOf(task: TaskDetailsResponse, { fields }: FormSchema): Values {
  const field = fields.find(({ control }) => /^(?:pictures?|video)$/.test(control));
  const url = field && resultOf(task, field.control === 'video' ? 'video' : 'picture')?.url;
  return field === undefined || url === undefined
    ? {}
    : { [field.path]: field.control === 'pictures' ? [url] : url };
}
