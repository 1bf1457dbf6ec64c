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

/** What people see of the app, and what it has beyond our needs, is theirs: an older installation keeps its permissions. */
function withOurs(theirs: unknown, ours: AppManifest): object {
  const given = isRecord(theirs) ? theirs : {}
  const all = withAll(given, ours)
  return {
    ...(isRecord(all) && all),
    display_information: given.display_information ?? ours.display_information,
  }
}

function withAll(theirs: unknown, ours: unknown): unknown {
  if (Array.isArray(ours)) {
    const names = new Set(ours.map(nameOf))
    return [...ours, ...(Array.isArray(theirs) ? theirs : []).filter((one) => !names.has(nameOf(one)))]
  }
  if (!isRecord(ours)) return ours
  const given = isRecord(theirs) ? theirs : {}
  const merged = Object.entries(ours).map(([key, value]) => [key, withAll(given[key], value)])
  return { ...given, ...Object.fromEntries(merged) }
}

/**
 * The paths in which an app lacks what the manifest has, each with what is missing. Lists are compared without order, and what the app has beyond
 * it does no harm.
 */
export function differencesOf(theirs: unknown, ours: unknown, path: string[] = []): string[] {
  if (path[0] === 'display_information') return []
  if (Array.isArray(ours)) {
    const has = Array.isArray(theirs) ? theirs : []
    const missing = ours.filter((one) => !has.some((other) => covers(other, one)))
    return missing.map((one) => `${path.join('.')} lacks ${nameOf(one)}`)
  }
  if (isRecord(ours)) {
    const given = isRecord(theirs) ? theirs : {}
    return Object.entries(ours).flatMap(([key, value]) => differencesOf(given[key], value, [...path, key]))
  }
  return isDeepStrictEqual(theirs, ours) ? [] : [`${path.join('.')} is not ${JSON.stringify(ours)}`]
}

const covers = (theirs: unknown, ours: unknown): boolean => differencesOf(theirs, ours).length === 0

function nameOf(one: unknown): string {
  if (!isRecord(one)) return String(one)
  return String(one.command ?? one.callback_id ?? one.event_type ?? JSON.stringify(one))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
