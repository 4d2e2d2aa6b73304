import { t } from '@lingui/core/macro';
import { Alert, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ModelResponse } from '@atelier/client/api';
import { listModelsOptions } from '@atelier/client/react-query';
import { titleOfKind } from '../../../parts/media-kinds.js';
import { Page } from '../../../parts/page.js';
import { Empty, Failure, Loaded, Waiting } from '../../../parts/states.js';
import { PageNotFound } from '../../../shell/page-failure.js';
import { earlierOptions } from './earlier-request.js';
import { formOptions } from './form-schema.js';
import { JOBS, type OperationJob } from './jobs.js';
import { isModelKind, MODEL_JOBS, modelForm, modelJob } from './model-form.js';
import { Playground } from './playground.js';

const route = getRouteApi('/signed-in/studio/new/$kind');

export function JobPage(): ReactNode {
  const { kind } = route.useParams();
  const job = JOBS[kind];
  const { text } = (isModelKind(kind) ? MODEL_JOBS[kind] : job) ?? {};
  if (text === undefined) return <PageNotFound />;
  return (
    <Page key={kind} title={titleOfKind(kind)} text={text} crumbs={[{ title: t`Make`, to: '/studio/new' }]}>
      {job ? <OfOperation kind={kind} job={job} /> : <OfModel kind={kind} />}
    </Page>
  );
}

function OfOperation({ kind, job }: { kind: string; job: OperationJob }): ReactNode {
  const query = useQuery(formOptions(job));
  return <Loaded query={query}>{(form) => <Playground kind={kind} job={job} form={form} />}</Loaded>;
}

/** With one of the models that are offered for the kind. Entered values stay when it changes: fields mean the same. */
function OfModel({ kind }: { kind: string }): ReactNode {
  const { from, model: named } = route.useSearch();
  const list = useQuery(listModelsOptions());
  const earlier = useQuery({ ...earlierOptions(from ?? ''), enabled: from !== undefined });
  const failed = [list, earlier].find(({ isError }) => isError);
  if (failed) return <Failure error={failed.error} retry={() => void failed.refetch()} />;
  if (!list.data || (from !== undefined && !earlier.data)) return <Waiting />;
  const models = list.data.models.filter((one) => one.kind === kind);
  const wanted = earlier.data?.request.model ?? named;
  const model = models.find((one) => one.model === wanted) ?? models[0];
  if (!model)
    return (
      <Empty title={t`No model does this here`}>
        <Text>{t`An administrator can set up a vendor that offers one.`}</Text>
      </Empty>
    );
  const form = modelForm(model);
  return (
    <Playground
      kind={kind}
      job={modelJob(model, form)}
      form={form}
      isForSale={model.price !== null}
      head={<Model models={models} chosen={model} />}
    />
  );
}

function Model({ models, chosen }: { models: readonly ModelResponse[]; chosen: ModelResponse }): ReactNode {
  const navigate = route.useNavigate();
  const note =
    chosen.price === null
      ? {
          title: t`This model is not for sale here`,
          text: t`It has no price. An administrator can set one.`,
        }
      : { title: t`This model is not available at the moment`, text: t`No vendor accepts its tasks now.` };
  return (
    <>
      {models.length === 1 ? (
        <Text>{t`Model: ${chosen.model}`}</Text>
      ) : (
        <Select
          label={t`Model`}
          data={models.map(({ model }) => model)}
          value={chosen.model}
          onChange={(model) =>
            void navigate({ search: (before) => ({ ...before, model: model ?? undefined }), replace: true })
          }
          allowDeselect={false}
        />
      )}
      {(chosen.price === null || !chosen.is_available) && (
        <Alert color="yellow" variant="light" title={note.title}>
          {note.text}
        </Alert>
      )}
    </>
  );
}
