/** Of what admins alone may call. */
export const ADMIN_TAG = 'Admin';

/** What the operations are about, in the order in which a newcomer meets them. */
export const TAGS: Readonly<Record<string, string>> = {
  Users: 'Start here: who you are, your tokens and what they may do.',
  Images: 'Relight a picture, give it the style of another one, enhance skin. Each call starts a task.',
  Tasks: 'The status of image, video and music tasks: read, follow, cancel and delete them.',
  Webhooks: 'Standing endpoints that hear of all your tasks, what was sent, and the secrets that sign it.',
  Assets: 'Upload files to work on, and fetch what was made.',
  Quotes: 'What a request would cost, before it is sent.',
  Credits: 'What your tasks have cost, day by day.',
  Videos: 'Make videos from pictures, and let videos go on.',
  Music: 'Make music from words or for a video, as a stream of events.',
  Publishers: 'Who publishes nodes: their members, invitations and tokens.',
  Nodes: 'Packages for the host application: find, describe, rate and translate them.',
  'Node versions': 'Publish the versions of a node, look them up and install them.',
  'App nodes': 'The building blocks that a version brings to the host application.',
  Registry: 'The feed of changes that mirrors follow.',
  [ADMIN_TAG]: 'For admins: users, bans, the review queue, the audit log.',
  Operations: 'For those who run the service: health and metrics.',
};
