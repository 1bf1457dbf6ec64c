export const en = {
  title: 'Webhook events',
  damagedEventsName: 'webhook events',
  damagedEvents: 'These events are not delivered.',
  damagedStatesName: 'states of webhooks',
  stoppedWebhook: 'the webhook {webhook}',
  stoppedWebhooks: 'events for webhooks',
  failing:
    '{why, select, status {Events for the webhook {webhook} wait, because it answers {detail}.} private {Events for the webhook {webhook} wait, because {detail}, which is refused unless allowPrivate is true.} timeout {Events for the webhook {webhook} wait, because it does not answer within {detail} s.} code {Events for the webhook {webhook} wait, because {detail}.} unknown {Events for the webhook {webhook} wait, because the connection failed.}}',
  checkFailing: 'Check its receiver; Overheard retries for 24 hours. Posts in Slack go on as usual.',
  queueUnusable:
    'Events for the webhook {webhook} wait, because their queue cannot be read or written: {reason}.',
  makeRoom:
    'Make room on the disk and check the rights of DATA_DIR, or check PostgreSQL if DATABASE_URL is set; Overheard retries by itself.',
  gone: 'The webhook {webhook} gets no more events, because its receiver answers 410 (Gone).',
  takeOut:
    'Take it out of the configuration. To use it again, make its receiver accept events and reload Overheard.',
  dropped:
    'Events for the webhook {webhook} were dropped, because they could not be delivered within 24 hours, or because more than 50,000 waited.',
  checkDropped: 'Check its receiver. The log has the id and the type of each dropped event.',
  refused: 'An event for the webhook {webhook} was dropped, because the store cannot hold it: {reason}.',
  logHasRefused: 'The log has its id and type. Posts in Slack and all other events go on as usual.',
  unstored:
    '{events, plural, one {# event} other {# events}} for webhooks wait in memory, because the store cannot be written. They are lost if this process ends.',
  makeRoomBeforeRestart:
    'Make room on the disk, or check PostgreSQL if DATABASE_URL is set, before you restart Overheard. The log has the id and the type of each lost event.',
} as const
