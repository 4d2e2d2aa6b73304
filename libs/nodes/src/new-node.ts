import type { Node } from './node.entity.js';
import { lookAlikeKey } from './node-id.js';

/** A node as it is before anything is said about it. */
export function newNode(publisherId: string, id: string, now: Date): Node {
  return {
    id,
    idKey: id.toLowerCase(),
    lookAlikeKey: lookAlikeKey(id),
    publisherId,
    name: id,
    author: '',
    description: '',
    bannerUrl: '',
    icon: '',
    category: '',
    license: '',
    repository: '',
    tags: [],
    tagsAdmin: [],
    supportedOs: [],
    supportedAccelerators: [],
    supportedAppVersion: '',
    supportedAppFrontendVersion: '',
    preemptedAppNodeNames: [],
    translations: {},
    githubStars: 0,
    searchRanking: 0,
    downloads: 0,
    ratingSum: 0,
    ratingCount: 0,
    status: 'NodeStatusActive',
    statusDetail: '',
    banReason: '',
    reviewReason: null,
    latestVersionId: null,
    createdAt: now,
    updatedAt: now,
  };
}
