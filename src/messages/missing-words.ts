import type { MissingReason } from '../model/failure.ts'

/** Each text is half a sentence, short enough for brackets. */
export const missingWords: Record<MissingReason, string> = {
  rate_limited: 'too many requests at the moment',
  busy: 'the mention service is busy',
  unauthorized: 'the mention service refuses the access token',
  alert_not_found: 'the mention service does not know this alert any more',
  no_such_method: 'this mention service does not have them',
  bad_parameter: 'the mention service refuses this question',
  leads_alert: 'leads alerts have no statistics',
  unexpected: 'the mention service failed',
  unreachable: 'the mention service cannot be reached',
  timeout: 'the mention service took too long',
  too_large: 'the answer of the mention service is too large',
  malformed: 'the answer of the mention service cannot be read',
  'too-many-mentions': 'there are too many mentions to look through',
  'no-such-alert': 'there is no such alert',
  'several-alerts': 'several alerts have this name',
  'log-unreadable': 'the decision log cannot be read',
  'not-asked': 'it was not asked for',
  'no-reach': 'no source tells it',
  unknown: 'something went wrong here',
}
