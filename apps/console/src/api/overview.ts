import { getOverviewOptions } from '@atelier/client/react-query';

const LOOK_EVERY_MS = 30_000;

/** What is wrong and what waits, for admins; the menu and the overview share it. */
export const overviewOptions = { ...getOverviewOptions(), refetchInterval: LOOK_EVERY_MS };
