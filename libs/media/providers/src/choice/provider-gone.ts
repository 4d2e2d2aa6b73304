import { TaskFailure } from '#libs/media/work';

export class ProviderGone extends TaskFailure {
  constructor() {
    super('provider_gone', 'The provider that began this task is no longer in use.');
  }
}
