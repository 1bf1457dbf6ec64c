export const en = {
  help: '• `listen WORDS`, `alerts [name]`: let Overheard listen for words of your own (if its own mention service runs), and change that',

  nothingLately:
    'Nothing lately for {query}, in {looked, plural, one {# post that was} other {# posts that were}} searched.',
  lately: '{found, plural, one {# mention} other {# mentions}} lately for {query}: {places}.',
  inSource: '{source} {count, number}',
  untitled: 'Untitled',
  warning: 'Warning: {what} {whatToDo}',
  parts: 'Of {looked, plural, one {# post} other {# posts}}: {parts}.',
  inPart: '{part} in {count, number}',
  moreParts: '{count, plural, one {# more part} other {# more parts}}',
  drops: '{part} drops {count, number}: {titles}',
  quoted: '“{title}”',
  listenHere: 'Listen here',
  newMayMatch: 'New posts may still match. Listen here posts them to this channel.',
  newOnly: 'Listen here posts new ones to this channel, not these.',

  noAlerts:
    'Overheard listens for nothing yet. Start with /mentions listen, such as: /mentions listen "acme app" OR acmehq',
  moreAlerts: '{count, plural, one {# more alert} other {# more alerts}}: name one, /mentions alerts NAME.',
  findsNothing: 'Finds nothing new any more',
  onlyLanguages: 'only {languages}',
  mentions: '{count, plural, one {# mention} other {# mentions}}',
  postedHere: 'posted here',
  ofFile: 'of the configuration file',
  wouldBeRefused: 'This query would be refused today. Write it anew: {problem}',
  edit: 'Edit…',
  remove: 'Remove…',

  editTitle: 'Edit alert',
  save: 'Save',
  name: 'Name',
  query: 'What to listen for',
  aboutQuery: 'Words, "phrases", OR, -word, site:news.example, author:kim. docs/use/queries.md has the rest.',
  languages: 'Languages',
  languagesInput: 'Languages, such as en, de (empty: all)',
  mentionsStay:
    'The mentions that it has found stay. Subscriptions in all channels go on with the new words.',

  removeTitle: 'Remove alert',
  submitRemove: 'Remove',
  removes:
    'Overheard stops listening for {alert}, and its mentions are deleted from the mention service. {count, plural, =0 {No channel gets it.} one {Its # subscription in Slack ends, too.} other {Its # subscriptions in Slack end, too.}}',
  postsStay: 'What was posted stays in the channels. This cannot be undone.',

  noSuchAlert: 'No alert matches “{name}”. These are all that you may see:',
  notHere:
    'This mention service does not listen for queries. Its alerts are made on its own website; /mentions subscribe posts one here.',
  whatToListenFor: 'Say what to listen for, for example: /mentions listen "acme app" OR acmehq -jobs',
  tooLong:
    'A query may have at most {most, number} characters here. Longer ones belong in the configuration file.',
  unreadable: 'This cannot be searched for: {why}',
  alreadyHere: '{alert} is already posted here.',
  gone: 'This alert does not exist any more.',
  fixed: 'This alert is in the configuration file. Somebody who runs Overheard can change it there.',
  usedInFile:
    'The configuration file posts this alert ({subscriptions}). It has to be taken out there first.',
  listens: 'Overheard now listens for {alert}, and posts what is new to this channel.',
  removed: 'Overheard no longer listens for {alert}.',
  changed: 'Overheard now listens for {alert} as you wrote.',
  found: 'Subscriptions find this alert by its name ({subscriptions}), so it keeps the name.',
  keptName: 'The configuration file names this alert in `private`, so it keeps the name.',
  keptAlert: 'The configuration file names this alert in `private`. It has to be taken out there first.',
  otherName: 'This name cannot be used here. Choose another one.',
  wrongLanguage: 'Write codes of two or three letters, separated by commas, such as en, de.',
  missing: 'Fill this in.',
} as const
