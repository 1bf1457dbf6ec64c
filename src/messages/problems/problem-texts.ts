import type { Ms, Time } from '@overheard/base/time'
import type { MentionServiceError } from '@overheard/mention-client/mention-service-error'
import { ourCommand } from '../../model/our-command.ts'
import { shippedFile } from '../../model/shipped-file.ts'
import { utc } from '../kit/dates.ts'
import { interval } from '../kit/numbers.ts'
import { list } from '../kit/say.ts'
import { cut } from '../kit/text.ts'
import { say } from './say.ts'

export type ProblemText = { what: string; whatToDo: string }

/** `advice` may name the channel, if it is known. */
type SlackProblem = { cause: (about: { channel: string }) => string; advice: (channel?: string) => string }

const slackProblems = new Map<string, SlackProblem>([
  ['not_in_channel', { cause: say.not_in_channel, advice: inviteBot }],
  ['channel_not_found', { cause: say.channel_not_found, advice: () => say.checkChannel() }],
  ['is_archived', { cause: say.is_archived, advice: () => say.unarchive() }],
  ['missing_scope', { cause: say.missing_scope, advice: () => say.addScope({ doctor, manifest }) }],
  ['invalid_auth', { cause: say.invalid_auth, advice: () => say.replaceToken() }],
  ['token_revoked', { cause: say.token_revoked, advice: () => say.installAgain() }],
  ['account_inactive', { cause: say.account_inactive, advice: () => say.installAgain() }],
  ['history_too_long', { cause: say.history_too_long, advice: () => say.fewerMessages() }],
])

const doctor = ourCommand('doctor')
const manifest = shippedFile('slack-manifest.json')

const causeOf = (code: string, channel = say.theChannel()): string =>
  slackProblems.get(code)?.cause({ channel }) ?? say.otherCause({ code })

export const adviceFor = (code: string, channel?: string): string =>
  slackProblems.get(code)?.advice(channel) ?? say.otherAdvice()

function inviteBot(channel?: string): string {
  return channel === undefined ? say.inviteBotThere() : say.inviteBot({ channel })
}

type ServiceError = Pick<MentionServiceError, 'kind' | 'retry' | 'status' | 'code'>

/** The key is the HTTP status and the code of the service's error: `status/code`. */
const accountProblems = new Map([
  ['401/21', say.accountExpired],
  ['401/22', say.accountDeleted],
  ['401/23', say.planWithoutApi],
])

export function serviceProblem({ kind, retry, status, code }: ServiceError): ProblemText {
  const what = accountProblems.get(`${status}/${code}`) ?? say[`service_${kind}` as const]
  return { what: what(), whatToDo: serviceAdvice({ kind, retry }) }
}

export function serviceAdvice({ kind, retry }: Pick<ServiceError, 'kind' | 'retry'>): string {
  if (kind === 'alert_not_found') return say.restoreAlert()
  if (kind === 'unauthorized') return say.replaceServiceToken()
  if (kind === 'no_such_method') return say.checkServiceAddress()
  return retry === 'later' ? say.serviceRetries() : say.checkService()
}

/** The owner is told at most this many names or ids of alerts, so that a message stays readable. */
const mostNames = 30

/** A name as a shell takes it. */
const quoted = (name: string) => (/^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`)

const startAgain = (subscription: string) => `${ourCommand('start-again')} ${quoted(subscription)}`

/** Only `ownerNote` names other alerts, because everybody in a channel may read the other sentences. */
export const problemTexts = {
  ambiguousAlert(
    alert: string,
    namesakes: { id: string; projectName: string }[],
  ): ProblemText & { ownerNote: string } {
    const ids = namesakes.slice(0, mostNames).map(({ id, projectName }) => `${id} (${projectName})`)
    return {
      what: say.ambiguousAlert({ alert }),
      whatToDo: say.ambiguousAlertToDo({ doctor }),
      ownerNote: say.ids({ ids: list(ids, 'narrow') }),
    }
  },
  noSuchAlert(alert: string, names: string[]): ProblemText & { ownerNote: string } {
    const listed = names.slice(0, mostNames).map((known) => `'${known}'`)
    return {
      what: say.noSuchAlert({ alert }),
      whatToDo: say.noSuchAlertToDo({ doctor }),
      ownerNote: listed.length === 0 ? say.noAlerts() : say.alerts({ alerts: list(listed, 'narrow') }),
    }
  },
  longPoll: (): ProblemText => ({ what: say.longPoll(), whatToDo: say.longPollToDo() }),
  storeUnusable: (reason: string): ProblemText => ({
    what: say.storeUnusable({ reason }),
    whatToDo: say.storeUnusableToDo(),
  }),
  databaseUnusable: (reason: string): ProblemText => ({
    what: say.databaseUnusable({ reason }),
    whatToDo: say.databaseUnusableToDo(),
  }),
  settingsRefused: (report: string): ProblemText => ({
    what: say.settingsRefused({ report }),
    whatToDo: say.settingsRefusedToDo(),
  }),
  settingsNotApplied: (reason: string): ProblemText => ({
    what: say.settingsNotApplied({ reason }),
    whatToDo: say.settingsNotAppliedToDo(),
  }),
  restartNeeded: (names: string[]): ProblemText => ({
    what: say.restartNeeded({ names: list(names, 'narrow') }),
    whatToDo: say.restartNeededToDo(),
  }),
  settingsDiffer: (others: number): ProblemText => ({
    what: say.settingsDiffer({ count: others }),
    whatToDo: say.settingsDifferToDo(),
  }),
  folderLost: (reason: string): ProblemText => ({
    what: say.folderLost({ reason }),
    whatToDo: say.folderLostToDo(),
  }),
  channelRefuses: (channel: string, code: string): ProblemText => ({
    what: slackProblems.get(code)?.cause({ channel }) ?? say.channelRefuses({ channel, code }),
    whatToDo: adviceFor(code, channel),
  }),
  /** The name `written` stands for the channel `id`, which Slack does not show the bot any more. */
  channelLost: (written: string, id: string): ProblemText => ({
    what: say.channelLost({ written, id }),
    whatToDo: say.channelLostToDo({ written }),
  }),
  privateElsewhere: (name: string): ProblemText => ({
    what: say.privateElsewhere(),
    whatToDo: say.privateElsewhereToDo({ name }),
  }),
  workspaceRefuses: (code: string): ProblemText => ({
    what: say.workspaceRefuses({ cause: causeOf(code) }),
    whatToDo: adviceFor(code),
  }),
  unknownCode: (channel: string, code: string, mention: string | undefined): ProblemText => ({
    what:
      mention === undefined
        ? say.unknownCodeForNext({ channel, code })
        : say.unknownCode({ channel, code, mention }),
    whatToDo: say.unknownCodeToDo({ code }),
  }),
  historyUnreadable: (channel: string, code: string): ProblemText => ({
    what: say.historyUnreadable({ channel, cause: causeOf(code, channel) }),
    whatToDo: adviceFor(code, channel),
  }),
  historyUnclear: (channel: string, code: string): ProblemText => ({
    what: say.historyUnclear({ channel, code }),
    whatToDo: adviceFor(code, channel),
  }),
  /** `url` is text of a stranger. */
  mentionRejected: (id: string, url: string, reason: string): ProblemText => ({
    what: say.mentionRejected({ id, reason, address: cut(url, 200) }),
    whatToDo: say.mentionRejectedToDo(),
  }),
  /**
   * `damage` says what is wrong with the stored checkpoint. It is undefined if no checkpoint is stored. A new name of the subscription is a way
   * out, because a subscription that never posted starts from now.
   */
  checkpointMissing: (name: string, channel: string, damage: string | undefined): ProblemText => ({
    what:
      damage === undefined
        ? say.checkpointMissing({ name, channel })
        : say.checkpointOnlyDamaged({ name, channel, damage }),
    whatToDo: say.chooseStart(),
  }),
  checkpointDamaged: (name: string, damage: string): ProblemText => ({
    what: say.checkpointDamaged({ name, damage }),
    whatToDo: say.chooseStart(),
  }),
  checkpointOld: (name: string, channel: string): ProblemText => ({
    what: say.checkpointOld({ name, channel }),
    whatToDo: say.chooseStart(),
  }),
  digestWithoutChannel: (name: string, channel: string): ProblemText => ({
    what: say.digestWithoutChannel({ name, channel }),
    whatToDo: say.digestWithoutChannelToDo(),
  }),
  digestChannelLost: (name: string, written: string, id: string): ProblemText => {
    const { what, whatToDo } = problemTexts.channelLost(written, id)
    return { what: say.digestChannelLost({ name, what }), whatToDo }
  },
  digestPartRejected: (name: string, part: number, code: string): ProblemText => ({
    what: say.digestPartRejected({ name, part: String(part), code }),
    whatToDo: say.digestPartRejectedToDo(),
  }),
  digestUnknownCode: (name: string, channel: string, code: string): ProblemText => ({
    what: say.digestUnknownCode({ name, channel, code }),
    whatToDo: say.digestUnknownCodeToDo(),
  }),
  digestRefused: (name: string, channel: string, code: string): ProblemText => ({
    what: say.digestRefused({ name, cause: causeOf(code, channel) }),
    whatToDo: say.digestRefusedToDo(),
  }),
  absurdId: (alert: string, id: string, confirmed: string): ProblemText => ({
    what: say.absurdId({ alert, id, confirmed }),
    whatToDo: say.absurdIdToDo(),
  }),
  /** `missed` is a mention that is not posted, because ids up to `watermark` count as read. */
  restartedIds(
    alert: string,
    missed: string,
    watermark: string,
    subscription: string,
    hasPassed: boolean,
  ): ProblemText {
    const about = { alert, missed, watermark }
    return hasPassed
      ? { what: say.passedIds(about), whatToDo: say.passedIdsToDo() }
      : {
          what: say.restartedIds(about),
          whatToDo: say.restartedIdsToDo({ startAgain: startAgain(subscription) }),
        }
  },
  /** For the doctor, which knows only ids. */
  missedSince: (alert: string, subscription: string, missed: string): ProblemText => ({
    what: say.missedSince({ alert, subscription, missed }),
    whatToDo: say.missedSinceToDo({ startAgain: startAgain(subscription) }),
  }),
  slackWaits: (channel: string, until: Time): ProblemText => ({
    what: say.slackWaits({ channel, until: utc(until) }),
    whatToDo: say.goesOn(),
  }),
  methodWaits: (method: string, until: Time): ProblemText => ({
    what: say.methodWaits({ method, until: utc(until) }),
    whatToDo: say.goesOn(),
  }),
  remindersWait: (until: Time): ProblemText => ({
    what: say.remindersWait({ until: utc(until) }),
    whatToDo: say.goesOn(),
  }),
  historyWaits: (channel: string, until: Time): ProblemText => ({
    what: say.historyWaits({ channel, until: utc(until) }),
    whatToDo: say.goesOn(),
  }),
  serviceWaits: (until: Time): ProblemText => ({
    what: say.serviceWaits({ until: utc(until) }),
    whatToDo: say.goesOn(),
  }),
  pollsWait: (): ProblemText => ({ what: say.pollsWait(), whatToDo: say.pollsWaitToDo() }),
  slackConnection: (reason: string): ProblemText => ({
    what: say.slackConnection({ reason }),
    whatToDo: say.slackConnectionToDo(),
  }),
  /** `other` and `self` are ids of installations. */
  otherInstallation: (other: string, self: string): ProblemText => ({
    what: say.otherInstallation({ other }),
    whatToDo: say.otherInstallationToDo({ self, doctor }),
  }),
  olderInstallation: (other: string, self: string): ProblemText => ({
    what: say.olderInstallation({ other, self }),
    whatToDo: say.olderInstallationToDo(),
  }),
  copiedInstallation: (self: string): ProblemText => ({
    what: say.copiedInstallation({ self }),
    whatToDo: say.copiedInstallationToDo(),
  }),
}

/** About the mention service that the bot runs itself. Reasons come from the service and have no secrets. */
export const listeningProblems = {
  listening: say.listening,
  listeningTo: (name: string) => say.listeningTo({ name: cut(name, 200) }),
  serviceEnds: (how: string): ProblemText => ({
    what: say.serviceEnds({ how: cut(how, 300) }),
    whatToDo: say.serviceEndsToDo(),
  }),
  sourceFails: (name: string, error: string): ProblemText => ({
    what: say.sourceFails({ name: cut(name, 200), error: cut(error, 300) }),
    whatToDo: say.sourceFailsToDo({ doctor }),
  }),
  sourcesFail: (failing: number, all: number, error: string): ProblemText => ({
    what: say.sourcesFail({ failing, all, error: cut(error, 300) }),
    whatToDo: say.sourcesFailToDo({ doctor }),
  }),
  sourceWaits: (name: string, until: Time): ProblemText => ({
    what: say.sourceWaits({ name: cut(name, 200), until: utc(until) }),
    whatToDo: say.goesOn(),
  }),
  sourcesWait: (waiting: number, all: number, until: Time): ProblemText => ({
    what: say.sourcesWait({ waiting, all, until: utc(until) }),
    whatToDo: say.goesOn(),
  }),
  sourceEnded: (name: string, why: string): ProblemText => ({
    what: say.sourceEnded({ name: cut(name, 200), why: cut(why, 300) }),
    whatToDo: say.sourceEndedToDo(),
  }),
  gap: (name: string, what: string): ProblemText => ({
    what: say.gap({ name: cut(name, 200), what: cut(what, 400) }),
    whatToDo: say.gapToDo(),
  }),
}

export const stoppedNames = {
  commands: say.commands,
  settings: say.settings,
  reminders: say.reminders,
  method: (name: string) => say.method({ name }),
  digest: (name: string) => say.digest({ name }),
}

export const warningTexts = {
  envFileReadable: (path: string, mode: string): ProblemText => ({
    what: say.envFileReadable({ path, mode }),
    whatToDo: say.envFileReadableToDo({ path }),
  }),
  withoutEncryption: (host: string): ProblemText => ({
    what: say.withoutEncryption({ host }),
    whatToDo: say.withoutEncryptionToDo(),
  }),
  statusOff: (why: 'http-mode' | 'mcp' | 'host', host: string): ProblemText => ({
    what: say.statusOff({ why, host }),
    whatToDo: say.statusOffToDo({ why }),
  }),
  sourceVariable: (source: string, place: string, variable: string): ProblemText => ({
    what: say.sourceVariable({ source, place, variable }),
    whatToDo: say.sourceVariableToDo(),
  }),
  privateByChannelName: (name: string, alert: string, channel: string): ProblemText => ({
    what: say.privateByChannelName({ name, alert, channel }),
    whatToDo: say.privateByChannelNameToDo(),
  }),
  tooManyAlerts: (alerts: number, everyMs: Ms, longestMs: Ms): ProblemText => ({
    what: say.tooManyAlerts({
      alerts,
      usual: interval(everyMs, 'long'),
      longest: interval(longestMs, 'long'),
    }),
    whatToDo: say.tooManyAlertsToDo(),
  }),
  tooManyChecks: (perMinute: number, most: number): ProblemText => ({
    what: say.tooManyChecks({ perMinute, most: String(most) }),
    whatToDo: say.tooManyChecksToDo(),
  }),
  /** A value of a filter that may never match. A place is a name with its line in the configuration file: “acme (line 4)”. */
  unlikelyValue: (place: string, key: string, value: string, meant: string | undefined): ProblemText => ({
    what: key === 'source' ? say.unknownSource({ place, value }) : say.longCode({ place, value }),
    whatToDo: meant === undefined ? say.unlikelyValueToDo() : say.unlikelyValueMeant({ meant }),
  }),
  /** An alert that nothing in the file listens for. `known` are the names of the alerts of `listen`. */
  notListenedFor: (place: string, alert: string, known: string[]): ProblemText => ({
    what: say.notListenedFor({
      place,
      alert,
      known:
        known.length === 0
          ? say.none()
          : list(
              known.map((name) => `'${name}'`),
              'narrow',
            ),
    }),
    whatToDo: say.notListenedForToDo(),
  }),
  /** With a database, people may expect that nothing is kept on the disk. */
  mentionsStayOnDisk: (): ProblemText => ({
    what: say.mentionsStayOnDisk(),
    whatToDo: say.mentionsStayOnDiskToDo(),
  }),
  tooManyConnections: (connections: number, processes: number): ProblemText => ({
    what: say.tooManyConnections({ connections, processes }),
    whatToDo: say.tooManyConnectionsToDo(),
  }),
  digestSinceLast: (name: string, schedule: string, period: 'day' | 'week' | 'month'): ProblemText => ({
    what: say.digestSinceLast({ schedule, name, period }),
    whatToDo: say.digestSinceLastToDo({ period, example: usualSchedules[period] }),
  }),
  digestOncePerDate: (name: string, schedule: string): ProblemText => ({
    what: say.digestOncePerDate({ schedule, name }),
    whatToDo: say.digestOncePerDateToDo(),
  }),
  digestWaits: (name: string, timezone: string, waitMs: Ms): ProblemText => ({
    what: say.digestWaits({ name, time: interval(waitMs, 'long') }),
    whatToDo: say.digestWaitsToDo({ timezone }),
  }),
  diskWiped: (platform: string): ProblemText => ({
    what: say.diskWiped({ platform }),
    whatToDo: say.diskWipedToDo(),
  }),
}

const usualSchedules = { day: '0 9 * * *', week: '0 9 * * 1', month: '0 9 1 * *' }
