import type { Ms, Time } from '../async/time.ts'
import type { MentionServiceError } from '../model/mention-service-error.ts'
import { ourCommand } from '../model/our-command.ts'
import { shippedFile } from '../model/shipped-file.ts'
import { utc } from './kit/dates.ts'
import { grouped, interval, plural } from './kit/numbers.ts'
import { cut } from './kit/text.ts'
import { missingWords } from './missing-words.ts'

export type ProblemText = { what: string; whatToDo: string }

const slackAdvice = new Map([
  ['not_in_channel', 'Invite the bot to the channel: /invite @overheard.'],
  ['channel_not_found', 'Check the channel in the configuration, and invite the bot if it is private.'],
  ['is_archived', 'Unarchive the channel, or point the subscription to another one.'],
  [
    'missing_scope',
    `Add the missing scope (\`${ourCommand('doctor')}\` names it, ${shippedFile('slack-manifest.json')} has them all) and install the app again.`,
  ],
  ['invalid_auth', 'Replace SLACK_BOT_TOKEN: Slack does not know it (any more).'],
  ['token_revoked', 'Install the app again and replace SLACK_BOT_TOKEN.'],
  [
    'history_too_long',
    'Nothing: Overheard continues by itself. If it lasts, give the subscription a channel with fewer messages.',
  ],
  ['account_inactive', 'Install the app again and replace SLACK_BOT_TOKEN.'],
])

const slackCauses = new Map<string, (channel: string) => string>([
  ['not_in_channel', (channel) => `Overheard is not in ${channel}.`],
  ['channel_not_found', (channel) => `Overheard does not see ${channel}.`],
  ['is_archived', (channel) => `${channel} is archived.`],
  ['missing_scope', () => 'The Slack app lacks a permission.'],
  ['invalid_auth', () => 'Slack does not accept the token of Overheard.'],
  ['token_revoked', () => 'The Slack token of Overheard was revoked.'],
  ['account_inactive', () => 'The Slack app of Overheard was removed.'],
  ['history_too_long', (channel) => `${channel} has too many messages.`],
])

function causeOf(code: string, channel = 'the channel'): string {
  return slackCauses.get(code)?.(channel) ?? `Slack's reason: ${code}.`
}

export function adviceFor(code: string): string {
  return slackAdvice.get(code) ?? 'See Slack’s documentation of this error; Overheard tries again by itself.'
}

type ServiceError = Pick<MentionServiceError, 'kind' | 'retry' | 'status' | 'code'>

/** The key is the HTTP status and the code of the service's error: `status/code`. */
const accountProblems = new Map([
  ['401/21', 'The account at the mention service has expired.'],
  ['401/22', 'The account at the mention service has been deleted.'],
  ['401/23', 'The plan at the mention service does not include its API.'],
])

export function serviceProblem({ kind, retry, status, code }: ServiceError): ProblemText {
  const words = missingWords[kind]
  const what =
    accountProblems.get(`${status}/${code}`) ??
    (kind === 'rate_limited'
      ? 'The mention service is limiting the requests of Overheard.'
      : kind === 'no_such_method'
        ? 'The address of the mention service is wrong.'
        : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`)
  return { what, whatToDo: serviceAdvice({ kind, retry }) }
}

export function serviceAdvice({ kind, retry }: Pick<ServiceError, 'kind' | 'retry'>): string {
  if (kind === 'alert_not_found')
    return 'Restore the alert in the mention service, or take the subscription out.'
  if (kind === 'unauthorized') return 'Replace MENTIONS_API_TOKEN.'
  if (kind === 'no_such_method') return 'Check MENTIONS_API_URL: it is written without /v1.0.'
  if (retry === 'later') return 'Nothing: Overheard retries by itself.'
  return 'Check the mention service and MENTIONS_API_URL; the next poll tries again.'
}

/** The owner is told at most this many names or ids of alerts, so that a message stays readable. */
const mostNames = 30

/** The ways out of a lost checkpoint. A new name helps, because a subscription that never posted starts from now. */
const choices =
  'Choose: to start from now, give the subscription another name in the configuration (if it was made in Slack: unsubscribe, and subscribe again); with `backfill` the newest mentions are posted, too, and some may come twice. To go on where it was, restore DATA_DIR, or the database, from a newer copy. Then restart.'

const stopOne =
  'Stop one of the two: look for a second server, container or laptop that runs Overheard with the same Slack tokens.'

const goesOn = 'Nothing: Overheard tries again then, and goes on by itself.'

/** A name as a shell takes it. */
const quoted = (name: string) => (/^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`)

/** Only `ownerNote` names other alerts, because everybody in a channel may read the other sentences. */
export const problemTexts = {
  ambiguousAlert: (
    alert: string,
    namesakes: { id: string; projectName: string }[],
  ): ProblemText & { ownerNote: string } => ({
    what: `Several alerts are called '${alert}'.`,
    whatToDo: `Write the id instead: \`${ourCommand('doctor')}\` lists the ids.`,
    ownerNote: `The ids: ${namesakes
      .slice(0, mostNames)
      .map(({ id, projectName }) => `${id} (${projectName})`)
      .join(', ')}.`,
  }),
  noSuchAlert(alert: string, names: string[]): ProblemText & { ownerNote: string } {
    const listed = names.slice(0, mostNames).map((known) => `'${known}'`)
    const there = listed.length === 0 ? 'There are no alerts at all' : `There are: ${listed.join(', ')}`
    return {
      what: `There is no alert '${alert}'.`,
      whatToDo: `Correct the name in the configuration: \`${ourCommand('doctor')}\` lists the alerts.`,
      ownerNote: `${there}.`,
    }
  },
  longPoll: {
    what: 'A poll took longer than two minutes and was ended.',
    whatToDo: 'Nothing: the next poll goes on.',
  },
  storeUnusable: (reason: string): ProblemText => ({
    what: `The store cannot be read or written: ${reason}.`,
    whatToDo:
      'Make room on the disk and check the rights of DATA_DIR, or check PostgreSQL if DATABASE_URL is set; Overheard retries by itself.',
  }),
  databaseUnusable: (reason: string): ProblemText => ({
    what: `The database cannot be used: ${reason}.`,
    whatToDo: 'Check PostgreSQL and DATABASE_URL; nothing is lost, and posting continues by itself.',
  }),
  settingsRefused: (report: string): ProblemText => ({
    what: `The changed settings cannot be used, so Overheard goes on with those before. ${report}`,
    whatToDo: 'Correct them, and reload again. Nothing is lost.',
  }),
  settingsNotApplied: (reason: string): ProblemText => ({
    what: `The changed settings could not be applied, so Overheard goes on with those before: ${reason}.`,
    whatToDo: 'Reload again, or restart.',
  }),
  restartNeeded: (names: string[]): ProblemText => ({
    what: `Some changed settings need a restart: ${names.join(', ')}.`,
    whatToDo:
      'Restart Overheard. Until then it goes on with their values of before. All other settings apply.',
  }),
  settingsDiffer: (others: number): ProblemText => ({
    what: `${plural(others, 'process', 'processes')} of this installation ${others === 1 ? 'has' : 'have'} another configuration file than the process that leads, whose file decides what is posted.`,
    whatToDo: 'Give all processes the same file, and reload each of them.',
  }),
  folderLost: (reason: string): ProblemText => ({
    what: `${reason} This process posts nothing more and exits.`,
    whatToDo:
      'Only one process may use a folder: stop the other one, set another DATA_DIR, or set DATABASE_URL to run several.',
  }),
  channelRefuses: (channel: string, code: string): ProblemText => ({
    what: slackCauses.get(code)?.(channel) ?? `Slack accepts no messages for ${channel}: ${code}.`,
    whatToDo: adviceFor(code),
  }),
  /** The name `written` stands for the channel `id`, which Slack does not show the bot any more. */
  channelLost: (written: string, id: string): ProblemText => ({
    what: `Overheard does not see the channel any more that ${written} stands for (${id}): the bot was removed from it, or it was deleted.`,
    whatToDo: `Invite the bot back to that channel: /invite @overheard. To use another channel, write its id instead of ${written} in the configuration, and reload. Overheard never chooses another channel because of its name.`,
  }),
  privateElsewhere: (name: string): ProblemText => ({
    what: 'The alert is private, and the configuration file does not send it to this channel.',
    whatToDo: `Add a subscription of the alert for this channel to the configuration file, let an admin of Overheard save this one again (/mentions edit ${name}), or end it (/mentions unsubscribe ${name}).`,
  }),
  workspaceRefuses: (code: string): ProblemText => ({
    what: `Slack refuses every message. ${causeOf(code)}`,
    whatToDo: adviceFor(code),
  }),
  unknownCode: (channel: string, code: string, mention: string | undefined): ProblemText => ({
    what: `Slack refuses ${mention === undefined ? 'the next message' : `mention ${mention}`} for ${channel} with a code that Overheard does not know: ${code}.`,
    whatToDo: `Nothing is given up: Overheard tries again, at least every five minutes. If it lasts, look for ${code} in Slack's documentation of chat.postMessage.`,
  }),
  historyUnreadable: (channel: string, code: string): ProblemText => ({
    what: `Overheard cannot read the history of ${channel}. ${causeOf(code, channel)} It cannot check if an unconfirmed post has arrived, so it posts it again: better twice than never.`,
    whatToDo: adviceFor(code),
  }),
  historyUnclear: (channel: string, code: string): ProblemText => ({
    what: `Slack refuses the history of ${channel} with a code that Overheard does not know: ${code}.`,
    whatToDo: adviceFor(code),
  }),
  /** `url` is text of a stranger. */
  mentionRejected: (id: string, url: string, reason: string): ProblemText => ({
    what: `Slack refused mention ${id} in every form (${reason}). Its address: ${cut(url, 200)}`,
    whatToDo:
      'Read it there or in the mention service: Overheard does not post it. Later mentions are posted as usual.',
  }),
  /** `damage` says what is wrong with the stored checkpoint. It is undefined if no checkpoint is stored. */
  checkpointMissing: (name: string, channel: string, damage: string | undefined): ProblemText => ({
    what: `${damage === undefined ? 'There is no checkpoint' : `There is only a damaged checkpoint (${damage})`} for ${name}, and ${channel} has more messages than can be searched for its receipts, so the bot cannot know which mentions were posted.`,
    whatToDo: choices,
  }),
  checkpointDamaged: (name: string, damage: string): ProblemText => ({
    what: `The checkpoint of ${name} is damaged, and no receipt in the channel replaces it: ${damage}.`,
    whatToDo: choices,
  }),
  checkpointOld: (name: string, channel: string): ProblemText => ({
    what: `The checkpoint of ${name} is an old copy, and ${channel} has more messages since than can be searched, so the bot cannot know which mentions were posted.`,
    whatToDo: choices,
  }),
  digestWithoutChannel: (name: string, channel: string): ProblemText => ({
    what: `The digest '${name}' has no channel: Slack knows no ${channel}.`,
    whatToDo: 'Correct it, or invite the bot to it.',
  }),
  digestChannelLost: (name: string, written: string, id: string): ProblemText => {
    const { what, whatToDo } = problemTexts.channelLost(written, id)
    return { what: `The digest '${name}' has no channel. ${what}`, whatToDo }
  },
  digestPartRejected: (name: string, part: number, code: string): ProblemText => ({
    what: `Slack refused part ${part} of the digest '${name}' in every form: ${code}.`,
    whatToDo: 'Ask for it with /mentions digest. The next digest is sent as planned.',
  }),
  digestUnknownCode: (name: string, channel: string, code: string): ProblemText => ({
    what: `Slack refuses the digest '${name}' for ${channel} with a code that Overheard does not know: ${code}.`,
    whatToDo: 'Overheard tries again for a day, at least every five minutes.',
  }),
  digestRefused: (name: string, channel: string, code: string): ProblemText => ({
    what: `Overheard cannot post the digest '${name}'. ${causeOf(code, channel)}`,
    whatToDo:
      'Invite the bot to the channel, or correct the channel in the configuration. Overheard tries again for a day.',
  }),
  absurdId: (alert: string, id: string, confirmed: string): ProblemText => ({
    what: `A mention of ${alert} has the id ${id}, far beyond all others (up to ${confirmed}).`,
    whatToDo:
      'Look at it in the mention service, and delete it there if it is a test or a mistake. Later mentions are posted as usual. If the service continues from that id, this problem ends with its next mention.',
  }),
  /** `missed` is a mention that is not posted, because ids up to `watermark` count as read. */
  restartedIds: (
    alert: string,
    missed: string,
    watermark: string,
    subscription: string,
    hasPassed: boolean,
  ): ProblemText => ({
    what: `The mention service has started the ids of ${alert} again: mention ${missed} is new, but Overheard has read up to ${watermark} before. ${hasPassed ? 'Mentions with ids up to there were not posted; later ones are.' : 'New mentions are not posted.'}`,
    whatToDo: hasPassed
      ? 'Look at the alert in the mention service. New mentions are posted as usual.'
      : `If the service was restored from a backup or has a new database, let the subscription start again from now: \`${ourCommand('start-again')} ${quoted(subscription)}\`. Nothing that is there by then is posted.`,
  }),
  /** For the doctor, which knows only ids. */
  missedSince: (alert: string, subscription: string, missed: string): ProblemText => ({
    what: `${subscription} misses mentions since the mention service has started the ids of alert ${alert} again (mention ${missed} was the first that was found).`,
    whatToDo: `Let it start again from now: \`${ourCommand('start-again')} ${quoted(subscription)}\`. Nothing that is there by then is posted.`,
  }),
  slackWaits: (channel: string, until: Time): ProblemText => ({
    what: `Slack has asked Overheard to send nothing to ${channel} until ${utc(until)}.`,
    whatToDo: goesOn,
  }),
  methodWaits: (method: string, until: Time): ProblemText => ({
    what: `Slack has asked Overheard not to call ${method} until ${utc(until)}.`,
    whatToDo: goesOn,
  }),
  remindersWait: (until: Time): ProblemText => ({
    what: `Slack has asked Overheard to send no reminder until ${utc(until)}.`,
    whatToDo: goesOn,
  }),
  historyWaits: (channel: string, until: Time): ProblemText => ({
    what: `Slack has asked Overheard to read no history until ${utc(until)}, so an unconfirmed post in ${channel} waits.`,
    whatToDo: goesOn,
  }),
  serviceWaits: (until: Time): ProblemText => ({
    what: `The mention service has asked Overheard to send no request until ${utc(until)}.`,
    whatToDo: goesOn,
  }),
  pollsWait: {
    what: 'Checks have waited for more than a minute, because the mention service accepts no more requests a minute.',
    whatToDo:
      'Nothing is lost. If it lasts: look for other programs that use the same token, and ask for fewer statistics at once.',
  },
  slackConnection: (reason: string): ProblemText => ({
    what: `The connection to Slack failed: ${reason}.`,
    whatToDo:
      'Check SLACK_BOT_TOKEN and SLACK_APP_TOKEN; Overheard retries by itself. Until then, commands do not work.',
  }),
  /** `other` and `self` are ids of installations. */
  otherInstallation: (other: string, self: string): ProblemText => ({
    what: `Another installation of Overheard (id ${other}) posts the same mentions, so they can come twice.`,
    whatToDo: `${stopOne} This one (id ${self}) posts on, because its store is older; the other one waits as soon as it notices. To run several processes, give them one database (DATABASE_URL).`,
  }),
  olderInstallation: (other: string, self: string): ProblemText => ({
    what: `Another installation of Overheard (id ${other}) posts the same mentions. Its store is older, so this one (id ${self}) waits.`,
    whatToDo: `${stopOne} If you stop the other one, this one posts again by itself, some minutes after the next mention.`,
  }),
  copiedInstallation: (self: string): ProblemText => ({
    what: `Another installation of Overheard posts the same mentions, so they come twice. It has a copy of the store of this one (id ${self}), or an older version of Overheard.`,
    whatToDo: `${stopOne} Neither waits for the other, because their receipts do not tell which one is older.`,
  }),
}

/** About the mention service that the bot runs itself. Reasons come from the service and have no secrets. */
export const listeningProblems = {
  listening: 'listening',
  listeningTo: (name: string) => `listening to ${cut(name, 200)}`,
  serviceEnds: (how: string): ProblemText => ({
    what: `Overheard's own mention service keeps ending (${cut(how, 300)}).`,
    whatToDo:
      'Look for its last words in the log. Overheard starts it again by itself, and it then reads what its sources still have.',
  }),
  sourceFails: (name: string, error: string): ProblemText => ({
    what: `${cut(name, 200)} has given nothing for more than a day: ${cut(error, 300)}.`,
    whatToDo: `Check its address (\`${ourCommand('doctor')}\` asks it once). Overheard goes on asking, less and less often.`,
  }),
  sourcesFail: (failing: number, all: number, error: string): ProblemText => ({
    what: `${grouped(failing)} of ${plural(all, 'source')} have given nothing for more than a day, for example: ${cut(error, 300)}.`,
    whatToDo: `Check the network of this machine (\`${ourCommand('doctor')}\` asks each source once). Overheard goes on asking.`,
  }),
  sourceWaits: (name: string, until: Time): ProblemText => ({
    what: `The host of ${cut(name, 200)} has asked Overheard to send no request until ${utc(until)}.`,
    whatToDo: goesOn,
  }),
  sourcesWait: (waiting: number, all: number, until: Time): ProblemText => ({
    what: `The hosts of ${grouped(waiting)} of ${plural(all, 'source')} have asked Overheard to send no request, the last of them until ${utc(until)}.`,
    whatToDo: goesOn,
  }),
  sourceEnded: (name: string, why: string): ProblemText => ({
    what: `${cut(name, 200)} is not asked any more: ${cut(why, 300)}.`,
    whatToDo:
      'Take it out of `listen` in the configuration file, or correct its address. To try it again, restart Overheard without it and then with it.',
  }),
  gap: (name: string, what: string): ProblemText => ({
    what: `Mentions of ${cut(name, 200)} may be missing: ${cut(what, 400)}`,
    whatToDo: 'Nothing: this is only said so that you know. The problem ends after a day.',
  }),
}

export const stoppedNames = {
  commands: 'commands and buttons',
  settings: 'changed settings',
  reminders: 'reminders',
  method: (name: string) => `${name} of Slack`,
  digest: (name: string) => `the digest ${name}`,
}

export const warningTexts = {
  envFileReadable: (path: string, mode: string): ProblemText => ({
    what: `Other users of this machine may read ${path} (mode ${mode}), which has the tokens.`,
    whatToDo: `Run: chmod 600 ${path}`,
  }),
  withoutEncryption: (host: string): ProblemText => ({
    what: `The mention service ${host} is asked over http, so everybody on the way can read its access token.`,
    whatToDo: 'Use an https address as MENTIONS_API_URL.',
  }),
  statusOff: (why: 'http-mode' | 'mcp' | 'host', host: string): ProblemText => {
    const because = {
      'http-mode': 'Slack sends its requests to the same port (HTTP mode), so others could read them',
      mcp: 'AI assistants ask on the same port (/mcp), so others could read them through the same proxy',
      host: `HOST is ${host}, so other machines could read them`,
    }
    return {
      what: `/status and /metrics are switched off, because STATUS_TOKEN is not set. ${because[why]}.`,
      whatToDo: `Set STATUS_TOKEN to a long random text${why === 'host' ? ', or HOST to 127.0.0.1' : ''}. With STATUS_TOKEN, everybody who reads these pages must send it, on this machine, too.`,
    }
  },
  sourceVariable: (source: string, place: string, variable: string): ProblemText => ({
    what: `the environment variable ${variable} is missing (listen.sources.${place}), so the settings of ${source} were not checked.`,
    whatToDo: 'Set it in .env or in the environment before the bot starts.',
  }),
  privateByChannelName: (name: string, alert: string, channel: string): ProblemText => ({
    what: `${name}: ${channel} is written by its name, and '${alert}' is private. If the store is lost, the name means the channel that has it then.`,
    whatToDo: 'Write the id of the channel instead: Slack shows it at the end of the details of the channel.',
  }),
  tooManyAlerts: (alerts: number, everyMs: Ms, longestMs: Ms): ProblemText => ({
    what: `The ${grouped(alerts)} alerts need more requests than the mention service allows: Overheard checks each every ${interval(everyMs, 'long')} on average, busy alerts more often, and quiet ones at least every ${interval(longestMs, 'long')}.`,
    whatToDo: 'No mention is lost. For faster checks, delete subscriptions that nobody needs.',
  }),
  tooManyChecks: (perMinute: number, most: number): ProblemText => ({
    what: `The schedules of the subscriptions need ${grouped(perMinute)} requests a minute, but checks may use ${most}, so checks are late.`,
    whatToDo:
      'No mention is lost. Remove the cron expressions, so that Overheard plans the checks, or choose longer intervals.',
  }),
  /** A value of a filter that may never match. A place is a name with its line in the configuration file: “acme (line 4)”. */
  unlikelyValue: (place: string, key: string, value: string, meant: string | undefined): ProblemText => ({
    what:
      key === 'source'
        ? `${place}: Overheard knows no source '${value}'. If the mention service has none either, it matches no mention.`
        : `${place}: '${value}' matches only if the mention service uses codes of three letters.`,
    whatToDo:
      meant === undefined
        ? 'If it is a mistake, correct it: each card shows the source of its mention.'
        : `If it is a mistake, write \`${meant}\`.`,
  }),
  /** An alert that nothing in the file listens for. `known` are the names of the alerts of `listen`. */
  notListenedFor: (place: string, alert: string, known: string[]): ProblemText => ({
    what: `${place}: \`listen.alerts\` has no alert '${alert}'; it has ${known.map((name) => `'${name}'`).join(', ') || 'none'}.`,
    whatToDo: `If somebody made it with /mentions listen, all is well. Otherwise correct the name, or add the alert to \`listen.alerts\`.`,
  }),
  /** With a database, people may expect that nothing is kept on the disk. */
  mentionsStayOnDisk: (): ProblemText => ({
    what: '`listen`: the mention service keeps its mentions in mentions.sqlite in its DATA_DIR, and not in the database of DATABASE_URL.',
    whatToDo:
      'Run `overheard listen` on a machine whose disk stays. If the file is lost, nothing is posted twice, but statistics begin again (docs/operations.md, "Platforms with a Procfile").',
  }),
  tooManyConnections: (connections: number, processes: number): ProblemText => ({
    what: `Slack has counted ${grouped(connections)} connections of this app for more than six hours, but this installation has ${plural(processes, 'process', 'processes')}: another program uses the same SLACK_APP_TOKEN, and gets a part of the commands and button presses.`,
    whatToDo: 'Stop the other program, or give it a Slack app of its own.',
  }),
  digestSinceLast: (name: string, schedule: string, period: 'day' | 'week' | 'month'): ProblemText => ({
    what: `The schedule '${schedule}' of the digest '${name}' does not run exactly once a ${period}, so each of its digests covers the days since the one before.`,
    whatToDo: `If you want ${{ day: 'each day', week: 'each week', month: 'each month' }[period]} by itself, write, for example, schedule: '${{ day: '0 9 * * *', week: '0 9 * * 1', month: '0 9 1 * *' }[period]}'.`,
  }),
  digestOncePerDate: (name: string, schedule: string): ProblemText => ({
    what: `The schedule '${schedule}' of the digest '${name}' runs several times on one day. A digest covers whole days, so only the first run of a day posts.`,
    whatToDo: 'Name one time of the day.',
  }),
  digestWaits: (name: string, timezone: string, waitMs: Ms): ProblemText => ({
    what: `The digest '${name}' comes up to ${interval(waitMs, 'long')} after its schedule: the mention service counts in UTC days, and the last day of its period is not over in UTC before that.`,
    whatToDo: `If it should come on time, choose a later time (the schedule is in ${timezone}).`,
  }),
  diskWiped: (platform: string): ProblemText => ({
    what: `The checkpoints are on the disk of ${platform}, which is usually wiped at every restart. Checkpoints are then rebuilt from the receipts in the channels, but mutes and the decision log are lost, and a channel whose history cannot be read starts afresh.`,
    whatToDo: 'Set DATABASE_URL to a PostgreSQL database, or DATA_DIR to a disk that is kept.',
  }),
}
