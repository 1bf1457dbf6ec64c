export const en = {
  shortcut: 'Track as a mention',
  help: '• ⋯ on any message with a link, *{shortcut}*: Overheard posts what it did not find itself',
  noLink: 'This message has no link to a post. Overheard can track only what has an address.',
  longLink: 'This link is too long to be tracked.',
  noPlace:
    'No alert is posted to a channel that you are in, so the mention has no place. Start with /mentions subscribe.',
  switchedOff: 'Tracking is switched off in the configuration (tracking: false).',
  placeGone: 'You cannot track anything there any more. Choose another alert.',
  linksCut: 'The other links of this message are too long to be listed.',
  onItsWay: 'Overheard posts this mention to {channel} in a moment.',
  onItsWayElsewhere:
    'Overheard posts this mention to {channel} in a moment, with the link and without the text of this message.',
  alreadyPosted: 'This link is already posted in {channel}.',
  alreadyPostedThere: 'This link is already posted in {channel}: {link}',
  openPost: 'open the post',
  cannotPost: 'Overheard cannot post to {channel}: it is archived, or private without Overheard.',
  invite: 'Invite it there first: /invite @overheard',
  notTaken: 'Slack did not accept the mention in {channel}. Try again: ⋯ on the message, {shortcut}.',
  submit: 'Track',
  link: 'Link',
  forPlace: 'For {place}',
  for: 'For',
  elsewhere:
    'Overheard posts the link there. The text of the message stays in its channel, where everybody has read it.',
  placeElsewhere: '{name} in {channel}',
  found:
    'Found by people: {found, plural, one {# mention} other {# mentions}} ({states}). The numbers above do not include {found, plural, one {it} other {them}}.',
  state: '{count} {state, select, closed {closed} claimed {claimed} snoozed {snoozed} unclaimed {unclaimed}}',
} as const
