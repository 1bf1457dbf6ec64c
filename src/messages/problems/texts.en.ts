export const en = {
  // Why Slack refuses: each is a sentence.
  theChannel: 'the channel',
  not_in_channel: 'Overheard is not in {channel}.',
  channel_not_found: 'Overheard does not see {channel}.',
  is_archived: '{channel} is archived.',
  missing_scope: 'The Slack app lacks a permission.',
  invalid_auth: 'Slack does not accept the token of Overheard.',
  token_revoked: 'The Slack token of Overheard was revoked.',
  account_inactive: 'The Slack app of Overheard was removed.',
  history_too_long: '{channel} has too many messages.',
  otherCause: "Slack's reason: {code}.",
  inviteBot: 'Type /invite @overheard in {channel}.',
  inviteBotThere: 'Type /invite @overheard in the channel.',
  checkChannel: 'Check the channel in the configuration, and invite the bot if it is private.',
  unarchive: 'Unarchive the channel, or point the subscription to another one.',
  addScope: 'Add the missing scope (`{doctor}` names it, {manifest} has them all) and install the app again.',
  replaceToken: 'Replace SLACK_BOT_TOKEN: Slack does not know it (any more).',
  installAgain: 'Install the app again and replace SLACK_BOT_TOKEN.',
  fewerMessages:
    'Nothing: Overheard continues by itself. If it lasts, give the subscription a channel with fewer messages.',
  otherAdvice: 'See Slack’s documentation of this error; Overheard tries again by itself.',
  // The mention service.
  accountExpired: 'The account at the mention service has expired.',
  accountDeleted: 'The account at the mention service has been deleted.',
  planWithoutApi: 'The plan at the mention service does not include its API.',
  service_rate_limited: 'The mention service is limiting the requests of Overheard.',
  service_busy: 'The mention service is busy.',
  service_unauthorized: 'The mention service refuses the access token.',
  service_alert_not_found: 'The mention service does not know this alert any more.',
  service_no_such_method: 'The address of the mention service is wrong.',
  service_bad_parameter: 'The mention service refuses this question.',
  service_leads_alert: 'Leads alerts have no statistics.',
  service_unexpected: 'The mention service failed.',
  service_unreachable: 'The mention service cannot be reached.',
  service_timeout: 'The mention service took too long.',
  service_too_large: 'The answer of the mention service is too large.',
  service_malformed: 'The answer of the mention service cannot be read.',
  restoreAlert: 'Restore the alert in the mention service, or take the subscription out.',
  replaceServiceToken: 'Replace MENTIONS_API_TOKEN.',
  checkServiceAddress: 'Check MENTIONS_API_URL: it is written without /v1.0.',
  serviceRetries: 'Nothing: Overheard retries by itself.',
  checkService: 'Check the mention service and MENTIONS_API_URL; the next poll tries again.',
  // Problems: what is wrong, and what to do about it (ToDo).
  ambiguousAlert: "Several alerts are called ''{alert}''.",
  ambiguousAlertToDo: 'Write the id instead: `{doctor}` lists the ids.',
  ids: 'The ids: {ids}.',
  noSuchAlert: "There is no alert ''{alert}''.",
  noSuchAlertToDo: 'Correct the name in the configuration: `{doctor}` lists the alerts.',
  noAlerts: 'There are no alerts at all.',
  alerts: 'There are: {alerts}.',
  longPoll: 'A poll took longer than two minutes and was ended.',
  longPollToDo: 'Nothing: the next poll goes on.',
  storeUnusable: 'The store cannot be read or written: {reason}.',
  storeUnusableToDo:
    'Make room on the disk and check the rights of DATA_DIR, or check PostgreSQL if DATABASE_URL is set; Overheard retries by itself.',
  databaseUnusable: 'The database cannot be used: {reason}.',
  databaseUnusableToDo:
    'Check PostgreSQL and DATABASE_URL; nothing is lost, and posting continues by itself.',
  settingsRefused: 'The changed settings cannot be used, so Overheard goes on with those before. {report}',
  settingsRefusedToDo: 'Correct them, and reload again. Nothing is lost.',
  settingsNotApplied:
    'The changed settings could not be applied, so Overheard goes on with those before: {reason}.',
  settingsNotAppliedToDo: 'Reload again, or restart.',
  restartNeeded: 'Some changed settings need a restart: {names}.',
  restartNeededToDo:
    'Restart Overheard. Until then it goes on with their values of before. All other settings apply.',
  settingsDiffer:
    '{count, plural, one {# process of this installation has} other {# processes of this installation have}} another configuration file than the process that leads, whose file decides what is posted.',
  settingsDifferToDo: 'Give all processes the same file, and reload each of them.',
  folderLost: '{reason} This process posts nothing more and exits.',
  folderLostToDo:
    'Only one process may use a folder: stop the other one, set another DATA_DIR, or set DATABASE_URL to run several.',
  channelRefuses: 'Slack accepts no messages for {channel}: {code}.',
  channelLost:
    'Overheard does not see the channel any more that {written} stands for ({id}): the bot was removed from it, or it was deleted.',
  channelLostToDo:
    'Invite the bot back to that channel: /invite @overheard. To use another channel, write its id instead of {written} in the configuration, and reload. Overheard never chooses another channel because of its name.',
  privateElsewhere: 'The alert is private, and the configuration file does not send it to this channel.',
  privateElsewhereToDo:
    'Add a subscription of the alert for this channel to the configuration file, let an admin of Overheard save this one again (/mentions edit {name}), or end it (/mentions unsubscribe {name}).',
  workspaceRefuses: 'Slack refuses every message. {cause}',
  unknownCode:
    'Slack refuses mention {mention} for {channel} with a code that Overheard does not know: {code}.',
  unknownCodeForNext:
    'Slack refuses the next message for {channel} with a code that Overheard does not know: {code}.',
  unknownCodeToDo:
    "Nothing is given up: Overheard tries again, at least every five minutes. If it lasts, look for {code} in Slack's documentation of chat.postMessage.",
  historyUnreadable:
    'Overheard cannot read the history of {channel}. {cause} It cannot check if an unconfirmed post has arrived, so it posts it again: better twice than never.',
  historyUnclear: 'Slack refuses the history of {channel} with a code that Overheard does not know: {code}.',
  mentionRejected: 'Slack refused mention {id} in every form ({reason}). Its address: {address}',
  mentionRejectedToDo:
    'Read it there or in the mention service: Overheard does not post it. Later mentions are posted as usual.',
  checkpointMissing:
    'There is no checkpoint for {name}, and {channel} has more messages than can be searched for its receipts, so the bot cannot know which mentions were posted.',
  checkpointOnlyDamaged:
    'There is only a damaged checkpoint ({damage}) for {name}, and {channel} has more messages than can be searched for its receipts, so the bot cannot know which mentions were posted.',
  checkpointDamaged:
    'The checkpoint of {name} is damaged, and no receipt in the channel replaces it: {damage}.',
  checkpointOld:
    'The checkpoint of {name} is an old copy, and {channel} has more messages since than can be searched, so the bot cannot know which mentions were posted.',
  chooseStart:
    'Choose: to start from now, give the subscription another name in the configuration (if it was made in Slack: unsubscribe, and subscribe again); with `backfill` the newest mentions are posted, too, and some may come twice. To go on where it was, restore DATA_DIR, or the database, from a newer copy. Then restart.',
  digestWithoutChannel: "The digest ''{name}'' has no channel: Slack knows no {channel}.",
  digestWithoutChannelToDo: 'Correct it, or invite the bot to it.',
  digestChannelLost: "The digest ''{name}'' has no channel. {what}",
  digestPartRejected: "Slack refused part {part} of the digest ''{name}'' in every form: {code}.",
  digestPartRejectedToDo: 'Ask for it with /mentions digest. The next digest is sent as planned.',
  digestUnknownCode:
    "Slack refuses the digest ''{name}'' for {channel} with a code that Overheard does not know: {code}.",
  digestUnknownCodeToDo: 'Overheard tries again for a day, at least every five minutes.',
  digestRefused: "Overheard cannot post the digest ''{name}''. {cause}",
  digestRefusedToDo:
    'Invite the bot to the channel, or correct the channel in the configuration. Overheard tries again for a day.',
  absurdId: 'A mention of {alert} has the id {id}, far beyond all others (up to {confirmed}).',
  absurdIdToDo:
    'Look at it in the mention service, and delete it there if it is a test or a mistake. Later mentions are posted as usual. If the service continues from that id, this problem ends with its next mention.',
  restartedIds:
    'The mention service numbers the mentions of {alert} from the start again: a new one has number {missed}, but Overheard had read up to {watermark}. So Overheard takes new mentions for old ones.',
  restartedIdsToDo:
    'Run `{startAgain}` if the mention service has a new database, or was restored from a backup. Mentions that arrive before you run it will not be posted.',
  passedIds:
    'The mention service numbered the mentions of {alert} from the start again: a new one had number {missed}, but Overheard had read up to {watermark}. Overheard took the mentions up to there for old ones and did not post them. It posts later ones.',
  passedIdsToDo:
    'Look in the mention service for the mentions that were not posted. New mentions are posted as usual.',
  missedSince:
    '{subscription} posts no new mentions, because the mention service numbers the mentions of alert {alert} from the start again (the first one found has number {missed}).',
  missedSinceToDo: 'Run `{startAgain}`. Mentions that arrive before you run it will not be posted.',
  slackWaits: 'Slack has asked Overheard to send nothing to {channel} until {until}.',
  methodWaits: 'Slack has asked Overheard not to call {method} until {until}.',
  remindersWait: 'Slack has asked Overheard to send no reminder until {until}.',
  historyWaits:
    'Slack has asked Overheard to read no history until {until}, so an unconfirmed post in {channel} waits.',
  serviceWaits: 'The mention service has asked Overheard to send no request until {until}.',
  goesOn: 'Nothing: Overheard tries again then, and goes on by itself.',
  pollsWait:
    'Checks have waited for more than a minute, because the mention service accepts no more requests a minute.',
  pollsWaitToDo:
    'Nothing is lost. If it lasts: look for other programs that use the same token, and ask for fewer statistics at once.',
  slackConnection: 'The connection to Slack failed: {reason}.',
  slackConnectionToDo:
    'Check SLACK_BOT_TOKEN and SLACK_APP_TOKEN; Overheard retries by itself. Until then, commands do not work.',
  otherInstallation: 'A second copy of Overheard (id {other}) posts the same mentions.',
  otherInstallationToDo:
    'Stop the second copy: another server, container or laptop runs Overheard with the same Slack tokens. This copy (id {self}) keeps posting, and the second one pauses itself as soon as it notices. `{doctor}` says the id of the copy on a machine. To run several processes on purpose, give them one database (DATABASE_URL).',
  olderInstallation:
    'An older copy of Overheard (id {other}) posts the same mentions, so this copy (id {self}) has paused itself.',
  olderInstallationToDo:
    'Stop the copy that you do not need: another server, container or laptop runs Overheard with the same Slack tokens. If you stop the older one, this one posts again by itself, some minutes after the next mention.',
  copiedInstallation:
    'A second copy of Overheard posts the same mentions, with the same stored data as this copy (id {self}), or in an older version.',
  copiedInstallationToDo:
    'Stop one of the two: another server, container or laptop runs Overheard with the same Slack tokens. Neither pauses itself, because they cannot tell which one is older.',
  // The mention service that Overheard runs itself.
  listening: 'listening',
  listeningTo: 'listening to {name}',
  serviceEnds: "Overheard's own mention service keeps ending ({how}).",
  serviceEndsToDo:
    'Look for its last words in the log. Overheard starts it again by itself, and it then reads what its sources still have.',
  sourceFails: '{name} has given nothing for more than a day: {error}.',
  sourceFailsToDo:
    'Check its address (`{doctor}` asks it once). Overheard goes on asking, less and less often.',
  sourcesFail:
    '{failing, number} of {all, plural, one {# source} other {# sources}} have given nothing for more than a day, for example: {error}.',
  sourcesFailToDo:
    'Check the network of this machine (`{doctor}` asks each source once). Overheard goes on asking.',
  sourceWaits: 'The host of {name} has asked Overheard to send no request until {until}.',
  sourcesWait:
    'The hosts of {waiting, number} of {all, plural, one {# source} other {# sources}} have asked Overheard to send no request, the last of them until {until}.',
  sourceEnded: '{name} is not asked any more: {why}.',
  sourceEndedToDo:
    'Take it out of `listen` in the configuration file, or correct its address. To try it again, restart Overheard without it and then with it.',
  gap: 'Mentions of {name} may be missing: {what}',
  gapToDo: 'Nothing: this is only said so that you know. The problem ends after a day.',
  // What a problem stops.
  commands: 'commands and buttons',
  settings: 'changed settings',
  reminders: 'reminders',
  method: '{name} of Slack',
  digest: 'the digest {name}',
  // Warnings.
  envFileReadable: 'Other users of this machine may read {path} (mode {mode}), which has the tokens.',
  envFileReadableToDo: 'Run: chmod 600 {path}',
  withoutEncryption:
    'The mention service {host} is asked over http, so everybody on the way can read its access token.',
  withoutEncryptionToDo: 'Use an https address as MENTIONS_API_URL.',
  statusOff:
    '/status and /metrics are switched off, because STATUS_TOKEN is not set. {why, select, host {HOST is {host}, so other machines could read them} mcp {AI assistants ask on the same port (/mcp), so others could read them through the same proxy} other {Slack sends its requests to the same port (HTTP mode), so others could read them}}.',
  statusOffToDo:
    'Set STATUS_TOKEN to a long random text{why, select, host {, or HOST to 127.0.0.1} other {}}. With STATUS_TOKEN, everybody who reads these pages must send it, on this machine, too.',
  sourceVariable:
    'the environment variable {variable} is missing (listen.sources.{place}), so the settings of {source} were not checked.',
  sourceVariableToDo: 'Set it in .env or in the environment before the bot starts.',
  privateByChannelName:
    "{name}: {channel} is written by its name, and ''{alert}'' is private. If the store is lost, the name means the channel that has it then.",
  privateByChannelNameToDo:
    'Write the id of the channel instead: Slack shows it at the end of the details of the channel.',
  tooManyAlerts:
    'The {alerts, number} alerts need more requests than the mention service allows: Overheard checks each every {usual} on average, busy alerts more often, and quiet ones at least every {longest}.',
  tooManyAlertsToDo: 'No mention is lost. For faster checks, delete subscriptions that nobody needs.',
  tooManyChecks:
    'The schedules of the subscriptions need {perMinute, number} requests a minute, but checks may use {most}, so checks are late.',
  tooManyChecksToDo:
    'No mention is lost. Remove the cron expressions, so that Overheard plans the checks, or choose longer intervals.',
  unknownSource:
    "{place}: Overheard knows no source ''{value}''. If the mention service has none either, it matches no mention.",
  longCode: "{place}: ''{value}'' matches only if the mention service uses codes of three letters.",
  unlikelyValueToDo: 'If it is a mistake, correct it: each card shows the source of its mention.',
  unlikelyValueMeant: 'If it is a mistake, write `{meant}`.',
  notListenedFor: "{place}: `listen.alerts` has no alert ''{alert}''; it has {known}.",
  none: 'none',
  notListenedForToDo:
    'If somebody made it with /mentions listen, all is well. Otherwise correct the name, or add the alert to `listen.alerts`.',
  mentionsStayOnDisk:
    '`listen`: the mention service keeps its mentions in mentions.sqlite in its DATA_DIR, and not in the database of DATABASE_URL.',
  mentionsStayOnDiskToDo:
    'Run `overheard listen` on a machine whose disk stays. If the file is lost, nothing is posted twice, but statistics begin again (docs/run/install.md, "Platforms with a Procfile").',
  tooManyConnections:
    'Slack has counted {connections, number} connections of this app for more than six hours, but this installation has {processes, plural, one {# process} other {# processes}}: another program uses the same SLACK_APP_TOKEN, and gets a part of the commands and button presses.',
  tooManyConnectionsToDo: 'Stop the other program, or give it a Slack app of its own.',
  digestSinceLast:
    "The schedule ''{schedule}'' of the digest ''{name}'' does not run exactly once a {period, select, day {day} week {week} month {month}}, so each of its digests covers the days since the one before.",
  digestSinceLastToDo:
    "If you want {period, select, day {each day} week {each week} month {each month}} by itself, write, for example, schedule: ''{example}''.",
  digestOncePerDate:
    "The schedule ''{schedule}'' of the digest ''{name}'' runs several times on one day. A digest covers whole days, so only the first run of a day posts.",
  digestOncePerDateToDo: 'Name one time of the day.',
  digestWaits:
    "The digest ''{name}'' comes up to {time} after its schedule: the mention service counts in UTC days, and the last day of its period is not over in UTC before that.",
  digestWaitsToDo: 'If it should come on time, choose a later time (the schedule is in {timezone}).',
  diskWiped:
    'The checkpoints are on the disk of {platform}, which is usually wiped at every restart. Checkpoints are then rebuilt from the receipts in the channels, but mutes and the decision log are lost, and a channel whose history cannot be read starts afresh.',
  diskWipedToDo: 'Set DATABASE_URL to a PostgreSQL database, or DATA_DIR to a disk that is kept.',
  // Damaged records: what people call them, and what follows if one of them, or a whole file of them, is damaged.
  mutes: 'mutes',
  muteDamaged:
    'Nobody knows what is muted in the channel {channel}, so the subscriptions of that channel stop.',
  mutesDamaged: 'Nobody knows what is muted, so all subscriptions stop.',
  pauses: 'pauses',
  pauseDamaged: 'Nobody knows if {name} is paused, so it stops.',
  pausesDamaged: 'Nobody knows which subscriptions are paused, so all of them stop.',
  subscriptions: 'subscriptions from Slack',
  subscriptionDamaged: 'The subscription {name}, which was made in Slack, stops.',
  subscriptionsDamaged: 'All subscriptions that were made in Slack stop.',
  knownChannels: 'channel ids',
  knownChannelDamaged:
    'Nobody knows for which channel the name {name} stands, so subscriptions and digests for {name} stop.',
  knownChannelsDamaged:
    'Nobody knows for which channels the names in the configuration stand, so subscriptions and digests for channels that are written by name stop.',
  listedChannels: 'names of the subscriptions to several channels',
  listedChannelDamaged: 'Overheard finds the names of {name} again in its checkpoints.',
  firstSubscriptions: 'first subscriptions',
  startedSubscriptions: 'started subscriptions',
  waitsForPerson: 'If a subscription loses its checkpoint, it waits for a person.',
  checkpoints: 'checkpoints',
  checkpointRebuilt:
    'Overheard builds the checkpoint of {name} again, from the receipts in its channel. If it cannot, that subscription stops, and a problem says so.',
  checkpointsRebuilt:
    'Overheard builds it again, from the receipts in the channel. If it cannot, its subscription stops, and a problem says so.',
  posts: 'posts',
  postDamaged: 'The buttons of these posts do not work, and lists of open mentions leave them out.',
  spikes: 'spikes',
  spikeDamaged: 'The buttons of these spikes do not work.',
  decisions: 'decisions',
  decisionDamaged: '/mentions why and the digests leave these decisions out.',
  reminderRecords: 'reminders',
  reminderDamaged: 'These reminders and calls are not sent.',
  changes: 'changes',
  changeDamaged: 'The Undo buttons of these changes do not work.',
  digests: 'digests in progress',
  digestDamaged: 'Overheard makes the digest again, and looks in its channel for what is posted already.',
  outdatedPosts: 'outdated posts',
  outdatedPostDamaged: 'Some posts may show an older state until they change again.',
  missedFacts: 'facts that wait for a part of Overheard',
  missedFactDamaged: 'That part does not learn of it.',
  problems: 'problems',
  problemDamaged: 'What still stops something is noticed again.',
  lags: 'lags',
  rebuilt: 'Overheard builds it again.',
  volume: 'volume counts',
  volumeDamaged: 'Overheard counts again. Until two weeks are counted, it recognises spikes less well.',
  idChecks: 'checks of ids',
  alertActivity: 'times of alerts',
  planLimits: 'notices about the plan',
  planLimitDamaged: 'A notice about the plan can come twice.',
  planDays: 'days of the plan',
  planShares: 'warnings about the plan',
  planShareDamaged: 'A warning about the plan can come twice.',
  installation: 'ids of the installation',
  installationDamaged:
    'The store gets another id, so for some minutes it can take its own earlier posts for those of another installation.',
  settingRecords: 'settings without a file',
  settingDamaged: 'The setting {name} counts as not set until somebody sets it again.',
  otherInstallations: 'other installations',
  otherInstallationDamaged: 'If another installation still posts, Overheard notices it again.',
  stored: 'Stored {records} are damaged.',
  place: '{place}: {why}.',
  otherPlaces: 'And {count, plural, one {# other place} other {# other places}}.',
  noneLost: 'No mention is lost.',
  repairFile:
    'Restore the file from a copy, or delete it to go on without what it held. Overheard notices it within seconds.',
  repairEntry:
    'Stop the bot, correct or delete this record in the file, and start it again. If another version of Overheard has written it, start that version.',
  repairLine:
    'Stop the bot, correct or delete this line, and start it again. If another version of Overheard has written it, start that version.',
  repairRow:
    'Correct or delete this row; Overheard notices it within seconds. If another version of Overheard has written it, start that version.',
  nothingToDo:
    'Nothing has to be done. To get it back: {place, select, file {stop the bot, restore the file from a copy, and start it again.} entry {stop the bot, correct or delete this record in the file, and start it again. If another version of Overheard has written it, start that version.} line {stop the bot, correct or delete this line, and start it again. If another version of Overheard has written it, start that version.} row {correct or delete this row; Overheard notices it within seconds. If another version of Overheard has written it, start that version.}}',
  setAside: 'What was damaged and had to be replaced is kept in {place}. Delete it if nobody needs it.',
} as const
