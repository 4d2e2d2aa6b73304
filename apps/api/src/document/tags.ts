export const ADMIN_TAG = 'Admin';

/** Tags in the order in which a newcomer needs them. */
export const TAGS: Readonly<Record<string, string>> = {
  Users: 'Start here: who you are, your tokens and what they may do.',
  Images: 'Relight a picture, give it the style of another, or enhance skin. Each call starts a task.',
  Tasks: 'The status of image, video and music tasks: read, follow, cancel and delete them.',
  Webhooks: 'Standing endpoints for events of all your tasks, their deliveries, and the signing secrets.',
  Assets: 'Upload input files, and download results.',
  Models: 'Models of vendors, what each takes and costs, and tasks of them.',
  Quotes: 'What a request would cost, before it is sent.',
  Credits: 'What your tasks have cost, day by day.',
  Videos: 'Make videos from pictures, and extend videos.',
  Music: 'Make music from text or for a video, as a stream of events.',
  Publishers: 'Publishers of nodes: their members, invitations and tokens.',
  Nodes: 'Packages for the host application: find, describe, rate and translate them.',
  'Node versions': 'Publish the versions of a node, look them up and install them.',
  'Trusted publishing': 'Let CI jobs publish versions without a stored secret.',
  'App nodes': 'The building blocks that a version adds to the host application.',
  Advisories: 'Warnings of harmful or vulnerable versions, also as OSV records.',
  Registry: 'The signed snapshot and the feed of changes that mirrors copy.',
  [ADMIN_TAG]: 'For admins: users, bans, the review queue, the audit log.',
  Operations: 'For operators of the service: health and metrics.',
};
