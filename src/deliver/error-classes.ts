/**
 * What Slack's answer to `chat.postMessage` means for us, by error code. Source: the method's documentation and the
 * SDK's issue threads. Five classes: `workspace` (stop everything), `channel` (stop this channel until a person acts),
 * `message` (this message is wrong), `later` (surely not posted, try again), `doubt` (it may have been posted).
 */
type ErrorClass = 'workspace' | 'channel' | 'message' | 'later' | 'doubt'

const codes = {
  workspace: [
    'invalid_auth',
    'not_authed',
    'account_inactive',
    'token_revoked',
    'token_expired',
    'missing_scope',
    'not_allowed_token_type',
    'no_permission',
    'two_factor_setup_required',
    'team_access_not_granted',
    'ekm_access_denied',
    'access_denied',
    'enterprise_is_restricted',
    'accesslimited',
  ],
  channel: [
    'channel_not_found',
    'not_in_channel',
    'is_archived',
    'messages_tab_disabled',
    'cannot_reply_to_message',
  ],
  message: [
    'invalid_blocks',
    'invalid_blocks_format',
    'msg_blocks_too_long',
    'msg_too_long',
    'no_text',
    'invalid_arguments',
    'metadata_too_large',
    'too_many_attachments',
  ],
  later: [
    'ratelimited',
    'rate_limited',
    'message_limit_exceeded',
    'request_timeout',
    'team_added_to_org',
    'org_login_required',
  ],
  doubt: ['internal_error', 'fatal_error', 'service_unavailable'],
} satisfies Record<ErrorClass, string[]>

/** Families of codes: restricted_action_read_only_channel, slack_connect_file_link_sharing_blocked, invalid_metadata_schema … */
const families: [RegExp, ErrorClass][] = [
  [/^restricted_action/, 'channel'],
  [/^slack_connect_\w+_blocked$/, 'channel'],
  [/^invalid_metadata/, 'message'],
]

const classes = ['workspace', 'channel', 'message', 'later', 'doubt'] as const
const classOf = new Map(
  classes.flatMap((name) => codes[name].map((code): [string, ErrorClass] => [code, name])),
)

/** The errors of a reply whose parent is gone: not the channel is in trouble, the thread is. */
export const parentGone = new Set(['thread_not_found', 'message_not_found', 'cannot_reply_to_message'])

/** The class of an error code; one that is not known is permanent for its message. */
export function classify(code: string): ErrorClass {
  return classOf.get(code) ?? families.find(([pattern]) => pattern.test(code))?.[1] ?? 'message'
}
