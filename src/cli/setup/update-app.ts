import { isDeepStrictEqual } from 'node:util'
import type { SlackCalls } from '../credential-checks.ts'
import { exitCodes } from '../shutdown.ts'
import { type AppManifest, configPrefix } from '../slack-app.ts'
import { validateToken } from './credential-steps.ts'
import { createDialogue, type Dialogue, type DialogueInput, type DialogueOutput } from './prompt.ts'

type UpdateDeps = {
  input: DialogueInput
  output: DialogueOutput
  slack: Pick<SlackCalls, 'appOf' | 'exportApp' | 'updateApp'>
  /** Undefined if there is none. */
  botToken: string | undefined
  /** What this version needs, with the present configuration. */
  ours: AppManifest
}

/**
 * Compares the Slack app of the bot token with the manifest of this version, and brings it up to date with an app-configuration token, which is
 * used once. Resolves with the exit code.
 */
export async function updateApp({ input, output, slack, botToken, ours }: UpdateDeps): Promise<number> {
  const dialogue = createDialogue(input, output)
  try {
    if (botToken === undefined) {
      dialogue.say(
        'There is no SLACK_BOT_TOKEN, so nobody knows which app to update: run setup without --update.',
      )
      return exitCodes.unusableSettings
    }
    const app = await slack.appOf(botToken)
    if (app.kind === 'refused') return failed(dialogue, app.sentence)
    return await updateWithToken(dialogue, { slack, id: app.id, ours })
  } catch (error) {
    if (!dialogue.interrupted.aborted) throw error
    return failed(dialogue, 'The app stays as it is.')
  } finally {
    dialogue.close()
  }
}

function failed(dialogue: Dialogue, sentence: string): number {
  dialogue.say(sentence)
  return exitCodes.fault
}

async function updateWithToken(
  dialogue: Dialogue,
  { slack, id, ours }: Pick<UpdateDeps, 'slack' | 'ours'> & { id: string },
): Promise<number> {
  const exported = await exportWithToken(dialogue, slack, { id, why: 'update' })
  if (exported.kind === 'refused') return failed(dialogue, exported.sentence)
  const { token, manifest } = exported
  const differences = differencesOf(manifest, ours)
  if (differences.length === 0) {
    dialogue.say(`The app ${id} has everything that this version needs.`)
    return exitCodes.stopped
  }
  dialogue.say(
    ['The app is not as this version needs it:', ...differences.map((line) => `  ${line}`)].join('\n'),
  )
  const updated = await slack.updateApp(token, id, withOurs(manifest, ours))
  if (updated.kind === 'refused') return failed(dialogue, updated.sentence)
  dialogue.say(
    updated.needsInstallation
      ? `It is updated. New permissions hold once you have installed it again: https://api.slack.com/apps/${id}/install-on-team`
      : 'It is updated.',
  )
  return exitCodes.stopped
}

/** Asks for an app-configuration token until Slack takes it, and reads the manifest of the app with it. Nothing keeps the token. */
export async function exportWithToken(
  dialogue: Dialogue,
  slack: Pick<SlackCalls, 'exportApp'>,
  { id, why }: { id: string; why: 'update' | 'compare' },
): Promise<{ kind: 'exported'; token: string; manifest: unknown } | { kind: 'refused'; sentence: string }> {
  dialogue.say(askForToken(id, why))
  for (;;) {
    const token = await dialogue.ask({
      text: `App-configuration token (${configPrefix}…)`,
      secret: true,
      validate: (answer) => validateToken(answer, configPrefix),
    })
    const exported = await slack.exportApp(token, id)
    if (exported.kind === 'exported') return { ...exported, token }
    if (!exported.tokenIsWrong) return { kind: 'refused', sentence: exported.sentence }
    dialogue.say(exported.sentence)
  }
}

const askForToken = (id: string, why: string) =>
  [
    `To ${why} the app ${id}: at https://api.slack.com/apps, below the list, Your App Configuration Tokens, press Generate Token, pick the workspace of`,
    'the app, and copy the access token. It is used once, and neither stored nor logged.',
  ].join('\n')

/** What the app has beyond our needs stays: an older installation keeps its permissions. */
function withOurs(theirs: unknown, ours: AppManifest): object {
  const all = withAll(theirs, needsOf(theirs, ours))
  return isRecord(all) ? all : ours
}

/**
 * What this version needs of this app. What people see of the app, how Slack reaches it, and how it is installed is the choice of whoever runs
 * it. In HTTP mode each command needs a request URL, also one that the app gets now.
 */
function needsOf(theirs: unknown, ours: AppManifest): Record<string, unknown> {
  const url = requestUrlOf(theirs)
  const isOverHttp = url !== undefined && valueAt(theirs, 'settings', 'socket_mode_enabled') !== true
  const { features, settings } = ours
  const chosen = (key: 'org_deploy_enabled' | 'token_rotation_enabled') =>
    valueAt(theirs, 'settings', key) ?? settings[key]
  const own = {
    ...ours,
    display_information: valueAt(theirs, 'display_information') ?? ours.display_information,
    features: { ...features, bot_user: valueAt(theirs, 'features', 'bot_user') ?? features.bot_user },
    settings: {
      ...settings,
      org_deploy_enabled: chosen('org_deploy_enabled'),
      socket_mode_enabled: !isOverHttp,
      token_rotation_enabled: chosen('token_rotation_enabled'),
    },
  }
  return isOverHttp ? reachedAt(url, theirs, own) : own
}

const requestUrls = [
  ['settings', 'event_subscriptions', 'request_url'],
  ['settings', 'interactivity', 'request_url'],
] as const

/** Where Slack sends what the app gets over HTTP; undefined if nobody has set that. */
function requestUrlOf(theirs: unknown): string | undefined {
  const given = [
    ...requestUrls.map((path) => valueAt(theirs, ...path)),
    ...listAt(theirs, 'features', 'slash_commands').map((one) => valueAt(one, 'url')),
  ]
  return given.find((one) => typeof one === 'string')
}

type Reachable = {
  features: Pick<AppManifest['features'], 'slash_commands'>
  settings: Pick<AppManifest['settings'], 'event_subscriptions' | 'interactivity'>
}

/** A URL that the app has stays, because a proxy may tell requests apart by it. */
function reachedAt(url: string, theirs: unknown, { features, settings, ...ours }: Reachable) {
  const [events, interactivity] = requestUrls.map((path) => ({
    request_url: valueAt(theirs, ...path) ?? url,
  }))
  const urlOfCommand = new Map(
    listAt(theirs, 'features', 'slash_commands').map((one) => [nameOf(one), valueAt(one, 'url')]),
  )
  return {
    ...ours,
    features: {
      ...features,
      slash_commands: features.slash_commands.map((one) => ({
        ...one,
        url: urlOfCommand.get(one.command) ?? url,
      })),
    },
    settings: {
      ...settings,
      event_subscriptions: { ...settings.event_subscriptions, ...events },
      interactivity: { ...settings.interactivity, ...interactivity },
    },
  }
}

/** Of two entries of a list with the same name, what only theirs says stays. */
function withAll(theirs: unknown, ours: unknown): unknown {
  if (Array.isArray(ours)) {
    const given = Array.isArray(theirs) ? theirs : []
    const names = new Set(ours.map(nameOf))
    const merged = ours.map((one) =>
      withAll(
        given.find((other) => nameOf(other) === nameOf(one)),
        one,
      ),
    )
    return [...merged, ...given.filter((one) => !names.has(nameOf(one)))]
  }
  if (!isRecord(ours)) return ours
  const given = isRecord(theirs) ? theirs : {}
  const merged = Object.entries(ours).map(([key, value]) => [key, withAll(given[key], value)])
  return { ...given, ...Object.fromEntries(merged) }
}

/**
 * The paths in which an app lacks what this version needs, each with what is missing. Lists are compared without order, and what the app has
 * beyond it does no harm.
 */
export const differencesOf = (theirs: unknown, ours: AppManifest): string[] =>
  missingIn(theirs, needsOf(theirs, ours))

function missingIn(theirs: unknown, ours: unknown, path: string[] = []): string[] {
  if (Array.isArray(ours)) {
    const has = Array.isArray(theirs) ? theirs : []
    const missing = ours.filter((one) => !has.some((other) => missingIn(other, one).length === 0))
    return missing.map((one) => `${path.join('.')} lacks ${nameOf(one)}`)
  }
  if (isRecord(ours)) {
    const given = isRecord(theirs) ? theirs : {}
    return Object.entries(ours).flatMap(([key, value]) => missingIn(given[key], value, [...path, key]))
  }
  return isDeepStrictEqual(theirs, ours) ? [] : [`${path.join('.')} is not ${JSON.stringify(ours)}`]
}

function nameOf(one: unknown): string {
  if (!isRecord(one)) return String(one)
  return String(one.command ?? one.callback_id ?? one.event_type ?? JSON.stringify(one))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const valueAt = (value: unknown, ...path: string[]): unknown =>
  path.reduce((one, key) => (isRecord(one) ? one[key] : undefined), value)

function listAt(value: unknown, ...path: string[]): unknown[] {
  const found = valueAt(value, ...path)
  return Array.isArray(found) ? found : []
}
