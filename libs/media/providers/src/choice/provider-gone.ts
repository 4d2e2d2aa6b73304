import { TaskFailure } from '#libs/media/work';

/** The provider that began a task is not configured any more. */
export class ProviderGone extends TaskFailure {
  constructor() {
    super('provider_gone', 'The provider that began this task is not in use any more.');
  }
}
