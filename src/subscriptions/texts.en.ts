export const en = {
  undo: 'Undo',
  did: '{person} {did}.',
  alertShared: '{person} shares the private alert {alert} with {channel}.',
  undone: '{now} {person} undid: {what}.',
  youDid: 'Done: you {did}.',
  thisChannel: 'this channel',
  theChannel: 'the channel',
  notToldPrivate:
    "The channel wasn't notified, because the alert is private and the channel is none of its channels.",
  notToldArchived: "The channel wasn't notified, because it is archived.",
  notToldOutside:
    "The channel wasn't notified, because Overheard is not in it. Invite it: /invite @overheard",
  notToldRefused: "The channel wasn't notified, because Slack refused the message ({reason}).",
  // Settings that a change names, in lists.
  schedule: 'how often',
  sentiment: 'sentiment',
  sources: 'sources',
  reach: 'minimum reach',
  languages: 'languages',
  countries: 'countries',
  except: 'excluded words',
  quiet: 'quiet hours',
  layout: 'layout',
  duplicates: 'duplicates',
  // How things are after an undo.
  noLongerPosted: '{name} is no longer posted here.',
  earlierSettings: '{name} has its earlier settings again.',
  activeAgain: '{name} is active again.',
  noLongerMuted: 'The {muted} is no longer muted.',
  mutedAgain: 'The {muted} is muted again.',
} as const
