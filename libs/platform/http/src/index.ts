export * from './auth/access.decorators.js';
export { BearerStrategy } from './auth/bearer.strategy.js';
export {
  type NewSessionText,
  type Principal,
  PrincipalResolver,
  type ResumedSession,
  type Scope,
  SCOPES,
} from './auth/principal.js';
export { OwnCookies } from './auth/own-cookies.js';
export { SESSION_COOKIE, SessionCookie } from './auth/session-cookie.js';
export { ApiErrors } from './api-errors.decorator.js';
export { type BodyPolicy, JsonBodyLimit, StreamedBody } from './body/body.guard.js';
export { BodySettings } from './body/body.settings.js';
export { contentDigest } from './body/content-digest.js';
export { type Base64Content, readBase64 } from './body/base64.js';
export { IncomingBodies } from './body/incoming-bodies.js';
export { LongText } from './body/long-text.js';
export { saveBody } from './body/save-body.js';
export { callerAddress } from './caller-address.js';
export { sendTagged } from './caching/entity-tag.js';
export { PrivatelyCached, PubliclyCached } from './caching/public-cache.guard.js';
export { dayPeriod, type DayPeriod } from './day-period.js';
export { countCharacters } from './fields/count-characters.js';
export { ChangesSomething } from './fields/changes-something.js';
export { FieldsRule } from './fields/fields-rule.js';
export { EmailField } from './fields/email-field.js';
export { field as CustomField, type FieldOptions } from './fields/field.js';
export { AddressField, LinkField } from './fields/link-field.js';
export { NameField, NameListField } from './fields/name-field.js';
export { ObjectField, ObjectListField } from './fields/nested-fields.js';
export { BooleanField, Int32Field, IntField, NumberField } from './fields/number-fields.js';
export { type FieldNames, renameFields } from './fields/rename-fields.js';
export {
  DateTimeField,
  DayField,
  EnumField,
  TextField,
  TextListField,
  UrlField,
  UuidField,
} from './fields/text-fields.js';
export { isJsonObject, kindOf } from './fields/value-kind.js';
export { isBlank, nameProblem, proseProblem, visibleName, visibleProse } from './fields/visible-text.js';
export { HttpModule } from './http.module.js';
export { HttpSettings } from './http.settings.js';
export { PublicAddress } from './public-address.js';
export {
  ApiListTotal,
  COUNTED_ROWS_MAX,
  filterText,
  LISTED_ROWS_MAX,
  type ListTotal,
  listTotal,
  PAGE_MAX,
  pageOffset,
  setTotalHeader,
} from './listing.js';
export { listPage, listPlace, type ListPage, type ListPlace } from './list-place.js';
export { CursorQuery } from './page.request.js';
export { PageResponse } from './page.response.js';
export { ApiNextLink, ApiPageLinks, PageLinks } from './page-links.js';
export { currentRequest, type RequestContext, setReplyHeader } from './request-context.js';
export { invalidFields, readRequest } from './request.pipe.js';
export { OpenStreams } from './streams/open-streams.js';
export { StreamSettings } from './streams/stream.settings.js';
export { sendChunk } from './wire/send-chunk.js';
export { Connections } from './wire/connections.js';
export { prepareWire } from './wire/prepare-wire.js';
export { type Form, type FormFile, type FormLimits, readForm } from './form/form.js';
export { beginningNote, type BeginningNote, begunBefore, forgetBegun } from './idempotency/begun-work.js';
export { PublicRepliesSettings } from './caching/public-replies.settings.js';
export { CleanIdempotencyKeysJob } from './idempotency/clean-idempotency-keys.job.js';
export * from './idempotency/idempotency.errors.js';
export { type ReplaySource, ReplaySources } from './idempotency/replay-sources.js';
export { beginStreamedRequest, keepReplyAs } from './idempotency/streamed-request.js';
export { RateLimiter } from './rate-limit/rate-limiter.js';
export { ApiFileReply } from './file-reply.decorator.js';
export {
  ApiReplyHeaders,
  ApiTaskHeaders,
  costHeaders,
  REPLY_HEADERS,
  type ReplyHeader,
} from './reply-headers.js';
export { ReplyWithHeaders, ServiceAdapter } from './service-adapter.js';
export { sendFile } from './send-file.js';
export { type RouteFacts, routeFacts } from './route-facts.js';
export { type EndedRequest } from './requests/observe-request.js';
export { RateLimitExempt } from './rate-limit/rate-limit.guard.js';
export { RateLimitSettings } from './rate-limit/rate-limit.settings.js';
