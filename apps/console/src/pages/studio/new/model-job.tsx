import { Alert, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ModelResponse } from '@atelier/client/api';
import { listModelsOptions } from '@atelier/client/react-query';
import { Empty, Failure, Waiting } from '../../../parts/states.js';
import { earlierOptions, valuesOf } from './earlier-request.js';
import { JobForm } from './job-form.js';
import { modelForm, modelJob } from './model-form.js';

const route = getRouteApi('/signed-in/studio/new/$kind');

type Earlier = Parameters<typeof valuesOf>[0];

/** A task of one of the models that are offered for its kind. */
export function ModelJob({ kind, from }: { kind: string; from: string | undefined }): ReactNode {
  const { model: named } = route.useSearch();
  const list = useQuery(listModelsOptions());
  const earlier = useQuery({ ...earlierOptions(from ?? ''), enabled: from !== undefined });
  const failed = [list, earlier].find(({ isError }) => isError);
  if (failed) return <Failure error={failed.error} retry={() => void failed.refetch()} />;
  if (!list.data || (from !== undefined && !earlier.data)) return <Waiting />;
  const models = list.data.models.filter((one) => one.kind === kind);
  const wanted = named ?? earlier.data?.request.model;
  const model = models.find((one) => one.model === wanted) ?? models[0];
  if (!model)
    return (
      <Empty title="No model does this here">
        <Text>An administrator can set up a vendor that offers one.</Text>
      </Empty>
    );
  return (
    <Stack gap="lg">
      <Model models={models} chosen={model} />
      <ModelForm model={model} earlier={earlier.data} />
    </Stack>
  );
}

function Model({ models, chosen }: { models: readonly ModelResponse[]; chosen: ModelResponse }): ReactNode {
  const navigate = route.useNavigate();
  if (models.length === 1) return <Text>Model: {chosen.model}</Text>;
  return (
    <Select
      label="Model"
      data={models.map(({ model }) => model)}
      value={chosen.model}
      onChange={(model) =>
        void navigate({ search: (before) => ({ ...before, model: model ?? undefined }), replace: true })
      }
      allowDeselect={false}
      maw={400}
    />
  );
}

/** Entered values stay when the model changes: the fields of all models mean the same. */
function ModelForm({ model, earlier }: { model: ModelResponse; earlier: Earlier | undefined }): ReactNode {
  const form = modelForm(model);
  if (model.price === null)
    return (
      <Alert color="yellow" variant="light" title="This model is not for sale here">
        It has no price. An administrator can set one.
      </Alert>
    );
  return (
    <>
      {!model.is_available && (
        <Alert color="yellow" variant="light" title="This model is not available at the moment">
          No vendor accepts its tasks now.
        </Alert>
      )}
      <JobForm
        kind={model.kind}
        job={modelJob(model, form)}
        form={form}
        initial={earlier ? valuesOf(earlier, form) : {}}
      />
    </>
  );
}
