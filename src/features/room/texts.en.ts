export const en = {
  openRoom: 'Open a room',
  onCards:
    '• *{openRoom}* on a spike: a channel with the people who are notified, live numbers and a report at the end.',
  damagedName: 'rooms',
  damaged: 'The numbers in a room do not change any more, and it gets no report.',
  opening: 'Opening the room #{name}. The post of the spike names it as soon as it is ready.',
  already: 'This spike has a room already. Its name is on the post of the spike.',
  isOver: 'This spike is over, so no room is opened for it.',
  switchedOff: 'Rooms for spikes are switched off in the configuration (rooms: off).',
  unknown: 'Overheard does not know this room any more. Archive the channel in Slack.',
  ends: 'The report comes in a moment.',
  hasReport: 'The report of this room is posted already.',
  archives: 'The channel is archived in a moment.',
  archivesAfterReport: 'The report comes first. Then the channel is archived.',
  missingScope:
    'The room could not be opened: the Slack app lacks the permission channels:manage, or groups:write for a private room. The doctor (npm run doctor) says how to add it. After that, press the button again.',
  forbidden:
    'The room could not be opened: the rules of this workspace do not let apps create channels. Ask an admin of Slack.',
  notOpened: 'The room could not be opened: Slack refuses it ({reason}).',
  noAnswer: 'The room could not be opened: Slack refuses it (no answer).',
  tooLate: 'The spike ended before its room could be opened, so there is none.',
  notArchived:
    'Slack does not let Overheard archive this channel ({reason}). A member of the channel can archive it in Slack.',
  purpose: 'Room for the spike of {alert}, opened by Overheard. The spike: {link}',

  openTitle: 'Open a room for this spike?',
  openQuestion:
    'A new channel is opened. The person on duty and the people whom this spike notifies are invited into it.',
  open: 'Open it',
  openNot: 'Not now',
  end: 'Post a report here…',
  endNow: 'Post the report',
  endTitle: 'End this room?',
  endQuestion: 'Its report is posted here, and the numbers do not change any more. The channel stays open.',
  endNot: 'Not yet',
  archive: 'Archive this channel…',
  archiveNow: 'Archive',
  archiveTitle: 'Archive this room?',
  archiveQuestion: 'Nobody can write here any more. In Slack, the channel can be unarchived.',
  archiveQuestionWithoutReport:
    'The room ends, its report is posted, and then nobody can write here any more. In Slack, the channel can be unarchived.',
  archiveNot: 'Keep it',

  room: 'Room',
  beingOpened: 'is being opened',
  archived: '{room}, archived',

  headline: 'Crisis room: {alert}',
  hasEnded: 'This room has ended. Its report is below.',
  spikeOver: 'The spike is over.',
  claims: 'Claimed',
  urgentHeading: 'Most urgent, not done yet',
  nothingOpen: 'All mentions of this spike are done or not relevant.',
  openCount: '{count, plural, one {# mention is} other {# mentions are}} not done yet.',
  moreOpen: '{count, plural, one {# more mention is} other {# more mentions are}} not done yet.',
  unclaimed: 'unclaimed',
  card: 'Original spike message',
  rhythm: 'Overheard updates these numbers at most once a minute, until the room ends.',
  rhythmWithCanvas:
    'Overheard updates these numbers at most once a minute, until the room ends, here and in the canvas of this channel.',

  nobodyInvited: 'Nobody could be invited.',
  invited: 'Invited: {people}.',
  notInvitedCount:
    '{people, plural, =0 {Not invited: the members of {groups, plural, one {# user group} other {# user groups}}.} one {Not invited: # person{groups, plural, =0 {} one { and # user group} other { and # user groups}}.} other {Not invited: # people{groups, plural, =0 {} one { and # user group} other { and # user groups}}.}}',
  whoNot: 'Who was not invited',
  notInvited: 'Not invited: {people}.',
  peopleAndMore: '{people}, and {more, number} more',
  personAs:
    '{role, select, opener {{person} (opened the room)} lead {{person} (leads)} watch {{person} (on duty)} notify {{person}}}',
  personWithout:
    '{why, select, left {{person} (left the workspace)} private {{person} (may not see this alert)} guest {{person} (a guest, whom Slack does not let in)} external {{person} (of another organisation)} refused {{person} (Slack refused)}}',
  tooMany:
    '{count, plural, one {# more person was} other {# more people were}} not invited: Overheard invites at most {most, number} people.',
  groups:
    'The members of {count, plural, one {# user group} other {# user groups}} were not invited: Slack does not tell Overheard who they are.',
  everybodyInvited: 'Everybody was invited.',
  inviteThem: 'To add somebody, type /invite and the name in this channel.',

  report: 'Report: {alert}, {count, plural, one {# mention} other {# mentions}} in {time}',
  reportWithoutNumbers: 'Report: {alert}',
  numbersLost: 'The numbers of this spike were lost with the data of Overheard.',
  goesOn: 'The spike still goes on: these are its numbers until now.',
  timeline: 'Timeline',
  closed: 'Done',
  closedOf:
    '{closed, number} of {total, number}, {claimed, number} more claimed, {unclaimed, number} unclaimed',
  first: 'First claimed or done',
  firstAfter: '{time} after the spike began',
  firstAfterBy: '{time} after the spike began, by {person}',
  nobodyYet: 'nobody yet',
  lead: 'Lead',
  nobody: 'nobody',
  muted: 'Muted',
  nothingMuted: 'no mention',
  notPosted: '{count, plural, one {# mention was} other {# mentions were}} not posted: {mutes}',
  byMute:
    '{count, number} by {kind, select, author {author} source {source} domain {site} word {word}} {name}',
  byUnknownMute: '{count, number} by {name}',
  byOtherMutes: '{count, number} by other mutes',

  began: 'The first mention of the spike',
  posted: 'Overheard posted the spike',
  over: 'The spike was over',
  opened: '{person} opened this room',
  openedAndLed: '{person} opened this room and took the lead',
  led: '{person} had the lead from here on',
  ended: '{person} ended this room',
  firstHandled: 'The first mention was claimed or done',
  firstHandledBy: '{person} claimed the first mention or marked it as done',
  status: '{person} posted an update: {status}',
  falseAlarm: '{person} marked it as a false alarm',
  mutedBy:
    '{person} muted the {kind, select, author {author} source {source} domain {site} word {word}} {name}',
} as const
