export * from './auth/access.decorators.js';
export { requireAdminFor } from './auth/require-admin-for.js';
export { BearerStrategy } from './auth/bearer.strategy.js';
export {
  callerOf,
  type NewSessionText,
  type Principal,
  PrincipalResolver,
  type ResumedSession,
  type Scope,
  SCOPES,
} from './requests/principal.js';
export { OwnCookies } from './auth/own-cookies.js';
export { SESSION_COOKIE, SessionCookie } from './auth/session-cookie.js';
export { ApiDocument } from './replies/api-document.js';
export { DeprecatedSince } from './replies/deprecated-since.js';
export { ApiErrors } from './replies/api-errors.decorator.js';
export { type BodyPolicy, JsonBodyLimit, StreamedBody } from './body/body.guard.js';
export { BodySettings } from './body/body.settings.js';
export { contentDigest } from './body/content-digest.js';
export { type Base64Content, readBase64 } from './fields/base64.js';
export { IncomingBodies } from './body/incoming-bodies.js';
export { LongText } from './fields/long-text.js';
export { saveBody } from './uploads/save-body.js';
export { callerAddress } from './requests/caller.js';
export { sendTagged } from './caching/entity-tag.js';
export { PrivatelyCached, PubliclyCached } from './caching/public-cache.guard.js';
export { dayPeriod, type DayPeriod } from './fields/day-period.js';
export { countCharacters } from './fields/count-characters.js';
export { ChangesSomething } from './fields/changes-something.js';
export { FieldsRule } from './fields/fields-rule.js';
export { EmailField } from './fields/email-field.js';
export { field as CustomField, type FieldOptions } from './fields/field.js';
export { AddressField, LinkField } from './fields/link-field.js';
export { NameField, NameListField } from './fields/name-field.js';
export { ObjectField, ObjectListField } from './fields/nested-fields.js';
export { BooleanField, Int32Field, IntField, NumberField } from './fields/number-fields.js';
export { byProperty, type ByProperty } from './fields/wire-names.js';
export {
  DateTimeField,
  DayField,
  EnumField,
  isDateTime,
  TextField,
  TextListField,
  UrlField,
  UuidField,
} from './fields/text-fields.js';
export { isJsonObject, kindOf } from './fields/value-kind.js';
export { isBlank, nameProblem, proseProblem, visibleName, visibleProse } from './fields/visible-text.js';
export { HttpModule } from './http.module.js';
export { NamesSettings } from './names/names.settings.js';
export { HttpSettings } from './requests/http.settings.js';
export { preferredWait } from './requests/prefer.js';
export { PublicAddress } from './requests/public-address.js';
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
} from './lists/listing.js';
export { cursorId, cursorPage, cursorText, cursorValues } from './lists/cursor.js';
export { listPage, listPlace, type ListPage, type ListPlace } from './lists/list-place.js';
export { CursorQuery, NextPageQuery } from './lists/page.request.js';
export { PageResponse } from './lists/page.response.js';
export { ApiNextLink, ApiPageLinks, PageLinks } from './lists/page-links.js';
export { currentRequest, type RequestContext, setReplyHeader } from './requests/request-context.js';
export { reportIgnoredFields } from './fields/ignored-fields.js';
export { invalidFields, readRequest, sentFields } from './fields/request.pipe.js';
export { OpenStreams } from './streams/open-streams.js';
export { StreamSettings } from './streams/stream.settings.js';
export { sendChunk } from './wire/send-chunk.js';
export { Connections } from './wire/connections.js';
export { prepareWire } from './wire/prepare-wire.js';
export { type Form, type FormFile, type FormLimits, readForm } from './uploads/form.js';
export {
  beginningNote,
  type BeginningNote,
  beginStreamedRequest,
  begunBefore,
  forgetBegun,
  keepReplyAs,
} from './idempotency/idempotent-request.js';
export { PublicRepliesSettings } from './caching/public-replies.settings.js';
export { CleanIdempotencyKeysJob } from './idempotency/clean-idempotency-keys.job.js';
export * from './idempotency/idempotency.errors.js';
export { type ReplaySource, ReplaySources } from './idempotency/replay-sources.js';
export { RateLimiter } from './rate-limit/rate-limiter.js';
export { ErrorFilter, type ErrorReply } from './replies/error.filter.js';
export { ApiFileReply } from './replies/file-reply.decorator.js';
export {
  ApiReplyHeaders,
  ApiTaskHeaders,
  costHeaders,
  REPLY_HEADERS,
  type ReplyHeader,
} from './requests/reply-headers.js';
export { ReplyWithHeaders, ServiceAdapter } from './replies/service-adapter.js';
export { responseOf } from './replies/response-of.js';
export { sendFile } from './replies/send-file.js';
export { type RouteFacts, routeFacts } from './replies/route-facts.js';
export { type EndedRequest } from './requests/observe-request.js';
export { RateLimitExempt } from './rate-limit/rate-limit.guard.js';
export { RateLimitSettings } from './rate-limit/rate-limit.settings.js';
