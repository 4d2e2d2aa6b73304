import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { titleOfKind } from '../../../parts/media-kinds.js';
import { Page } from '../../../parts/page.js';
import { Failure, Waiting } from '../../../parts/states.js';
import { PageNotFound } from '../../../shell/page-failure.js';
import { earlierOptions, valuesOf } from './earlier-request.js';
import type { Values } from '../../../parts/form/field.js';
import { formOptions, type FormSchema } from './form-schema.js';
import { JobForm } from './job-form.js';
import { JOBS, type OperationJob } from './jobs.js';
import { isModelKind, MODEL_JOBS } from './model-form.js';
import { ModelJob } from './model-job.js';

const route = getRouteApi('/signed-in/studio/new/$kind');

export function JobPage(): ReactNode {
  const { kind } = route.useParams();
  const { from } = route.useSearch();
  const job = JOBS[kind];
  const { text } = (isModelKind(kind) ? MODEL_JOBS[kind] : job) ?? {};
  if (text === undefined) return <PageNotFound />;
  const key = `${kind} ${from}`;
  return (
    <Page title={titleOfKind(kind)} text={text} crumbs={[{ title: 'Make', to: '/studio/new' }]}>
      {job ? (
        <Loaded key={key} kind={kind} job={job} from={from} />
      ) : (
        <ModelJob key={key} kind={kind} from={from} />
      )}
    </Page>
  );
}

function Loaded({
  kind,
  job,
  from,
}: {
  kind: string;
  job: OperationJob;
  from: string | undefined;
}): ReactNode {
  const form = useQuery(formOptions(job));
  const earlier = useQuery({ ...earlierOptions(from ?? ''), enabled: from !== undefined });
  const failed = [form, earlier].find(({ isError }) => isError);
  if (failed) return <Failure error={failed.error} retry={() => void failed.refetch()} />;
  if (!form.data || (from !== undefined && !earlier.data)) return <Waiting />;
  return <JobForm kind={kind} job={job} form={form.data} initial={initialOf(job, form.data, earlier.data)} />;
}

function initialOf(
  job: OperationJob,
  form: FormSchema,
  earlier: Parameters<typeof valuesOf>[0] | undefined,
): Values {
  return earlier ? valuesOf(earlier, form) : ((job.initial ?? {}) as Values);
}
