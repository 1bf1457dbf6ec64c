import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api'
import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../src/slack/errors.ts'

const refusal = (error: string, more = {}) => new WebAPIPlatformError({ ok: false, error, ...more })
const broken = (code: string) => new WebAPIRequestError(Object.assign(new Error('inner'), { code }))

const classes = {
  'concerns the whole workspace': [
    { kind: 'rejected', extent: 'workspace' },
    'invalid_auth not_authed account_inactive token_revoked token_expired missing_scope not_allowed_token_type no_permission two_factor_setup_required team_access_not_granted ekm_access_denied access_denied enterprise_is_restricted accesslimited',
  ],
  'concerns the channel': [
    { kind: 'rejected', extent: 'channel' },
    'channel_not_found not_in_channel is_archived restricted_action restricted_action_read_only_channel restricted_action_thread_only_channel messages_tab_disabled cannot_reply_to_message',
  ],
  'concerns the message': [
    { kind: 'rejected', extent: 'message' },
    'invalid_blocks invalid_blocks_format msg_blocks_too_long msg_too_long no_text invalid_arguments invalid_metadata_format invalid_metadata_schema metadata_too_large too_many_attachments',
  ],
  'has an unclear cause': [
    { kind: 'rejected', extent: 'unclear' },
    'never_heard_of_it external_channel_migrating is_inactive team_not_found server_error timeout user_muted slack_connect_file_link_sharing_blocked slack_connect_canvas_sharing_blocked slack_connect_lists_sharing_blocked',
  ],
  'is only a delay, because nothing was posted': [
    { kind: 'deferred', extent: 'channel', afterMs: 5000 },
    'ratelimited rate_limited message_limit_exceeded request_timeout team_added_to_org org_login_required',
  ],
  'leaves open whether the message was posted': [
    { kind: 'unknown' },
    'internal_error fatal_error service_unavailable',
  ],
} as const

describe.each(Object.entries(classes))(
  'a failed post counts as a failure that %s',
  (_what, [outcome, codes]) => {
    it.each(codes.split(' '))('if Slack’s error code is %s', (code) => {
      expect(outcomeOf(refusal(code), false)).toEqual({ ...outcome, reason: code })
    })
  },
)

describe('the outcome of a failed post', () => {
  it('is a refusal by the channel if a reply gets the code restricted_action_thread_only_channel', () => {
    const code = 'restricted_action_thread_only_channel'
    expect(outcomeOf(refusal(code), true)).toEqual({ kind: 'rejected', extent: 'channel', reason: code })
  })

  it.each([
    'thread_not_found',
    'message_not_found',
    'cannot_reply_to_message',
    'restricted_action_thread_locked',
    'restricted_action_non_threadable_channel',
    'thread_frozen_by_a_new_rule',
  ])('is a refusal by the thread if a reply gets the code %s', (code) => {
    expect(outcomeOf(refusal(code), true)).toEqual({ kind: 'rejected', extent: 'thread', reason: code })
  })

  it.each([
    [
      'deferred by the time of a Retry-After header',
      new WebAPIRateLimitedError(7),
      { kind: 'deferred', extent: 'channel', afterMs: 7000, reason: 'ratelimited' },
    ],
    [
      'deferred by the time that a refusal names',
      refusal('ratelimited', { response_metadata: { retryAfter: 3 } }),
      { kind: 'deferred', extent: 'channel', afterMs: 3000, reason: 'ratelimited' },
    ],
    ...[1e300, Number.POSITIVE_INFINITY, 999_999_999].map(
      (seconds) =>
        [
          `deferred for 15 minutes if the answer asks for ${seconds} s`,
          new WebAPIRateLimitedError(seconds),
          { kind: 'deferred', extent: 'channel', afterMs: 900_000, reason: 'ratelimited' },
        ] as const,
    ),
    ...[-7, 0].map(
      (seconds) =>
        [
          `deferred for a second if a refusal names ${seconds} s`,
          refusal('ratelimited', { response_metadata: { retryAfter: seconds } }),
          { kind: 'deferred', extent: 'channel', afterMs: 1000, reason: 'ratelimited' },
        ] as const,
    ),
    ...['soon', Number.NaN, null].map(
      (seconds) =>
        [
          `deferred for a usual pause if a refusal names ${seconds}`,
          refusal('ratelimited', { response_metadata: { retryAfter: seconds } }),
          { kind: 'deferred', extent: 'channel', afterMs: 5000, reason: 'ratelimited' },
        ] as const,
    ),
    ['unknown after status 413', new WebAPIHTTPError(413, '', {}), { kind: 'unknown', reason: 'HTTP 413' }],
    ['unknown after status 201', new WebAPIHTTPError(201, '', {}), { kind: 'unknown', reason: 'HTTP 201' }],
    ['unknown after a redirect', new WebAPIHTTPError(302, '', {}), { kind: 'unknown', reason: 'HTTP 302' }],
    ['unknown after status 500', new WebAPIHTTPError(500, '', {}), { kind: 'unknown', reason: 'HTTP 500' }],
    ['unknown after status 503', new WebAPIHTTPError(503, '', {}), { kind: 'unknown', reason: 'HTTP 503' }],
    [
      'deferred for the whole workspace after a refused connection',
      broken('ECONNREFUSED'),
      { kind: 'deferred', extent: 'workspace', afterMs: 5000, reason: 'ECONNREFUSED' },
    ],
    [
      'deferred for the whole workspace after a host name that cannot be resolved',
      broken('ENOTFOUND'),
      { kind: 'deferred', extent: 'workspace', afterMs: 5000, reason: 'ENOTFOUND' },
    ],
    [
      'unknown after a timeout',
      new WebAPIRequestError(new DOMException('', 'TimeoutError')),
      { kind: 'unknown', reason: 'TimeoutError' },
    ],
    ['unknown after a connection reset', broken('ECONNRESET'), { kind: 'unknown', reason: 'ECONNRESET' }],
    ['unknown after a broken pipe', broken('EPIPE'), { kind: 'unknown', reason: 'EPIPE' }],
    [
      'unknown after a proxy’s page in the place of an error code, and does not quote the page',
      refusal('<html>token xoxb-1</html>'),
      { kind: 'unknown', reason: 'not an answer of Slack' },
    ],
    [
      'unknown after an error of another kind, and does not quote its message',
      new RangeError('xoxb-secret'),
      { kind: 'unknown', reason: 'RangeError' },
    ],
    [
      'unknown after a thrown text, and does not quote it',
      'xoxb-secret',
      { kind: 'unknown', reason: 'an unknown failure' },
    ],
  ] as const)('is %s', (_what, error, outcome) => {
    expect(outcomeOf(error, false)).toEqual(outcome)
  })
})
