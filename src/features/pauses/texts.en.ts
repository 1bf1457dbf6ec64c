export const en = {
  shortHelp: '*Post nothing for a while*: `/mentions pause 2h`',
  help: '• `pause [name] [2h | until tomorrow | from saturday 8:00 until monday 9:00]`, `resume [name]`: stop posting for a while',
  question:
    'Nothing of {name} is posted then until somebody resumes it, and its channel is told. Pause it? With a time, such as 2h, the pause ends by itself.',
  pauseOpen: 'Pause without an end',
  paused: 'paused posts of {name} until {until}; mentions found meanwhile are posted then',
  pausedOpen: 'paused posts of {name} until somebody resumes it; mentions found meanwhile are posted then',
  planned: 'planned a pause of {name} from {from} until {until}',
  planCancelled: 'cancelled the planned pause of {name}',
  resumed: 'resumed {name}',
  caughtUp: 'resumed {name}: the mentions of the pause follow',
  skipped: 'resumed {name}: the mentions of the pause are skipped',
  planUndone: 'No pause of {name} is planned any more.',
  planAsBefore: 'The planned pause of {name} is as before.',
  pauseUndone: '{name} is no longer paused.',
  pausedAgain: '{name} is paused again.',
  uncounted:
    '{alert} is active again after a pause since {since}. Mentions of the pause could not be counted.',
  atLeast:
    '{alert} is active again after a pause since {since}. At least {waiting, plural, one {# mention} other {# mentions}} arrived during the pause.',
  counted:
    '{alert} is active again after a pause since {since}. {waiting, plural, one {# mention} other {# mentions}} arrived during the pause.',
  postAll: 'Post all {waiting, number}',
  postThem: 'Post them',
  skipThem: 'Skip them',
  menuPause: 'Pause…',
  menuResume: 'Resume',
  menuCancel: 'Cancel the pause',
  title: 'Pause subscription',
  submit: 'Pause',
  until: 'Until',
  term: '{term, select, hour {1 hour} hours {4 hours} tomorrow {Tomorrow at 9:00} monday {Next Monday at 9:00} week {1 week} open {Until somebody resumes it}}',
  about:
    'Nothing of {name} is posted until then. New mentions wait. After a pause of more than a day, Overheard asks the channel whether to post what came in between. Times are in your time zone.',
} as const
