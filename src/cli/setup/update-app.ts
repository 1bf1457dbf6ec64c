import { isDeepStrictEqual } from 'node:util'
import type { SlackCalls } from '../credential-checks.ts'
import { exitCodes } from '../shutdown.ts'
import { configPrefix, manifest } from '../slack-app.ts'
import { validateToken } from './credential-steps.ts'
import { createDialogue, type Dialogue, type DialogueInput, type DialogueOutput } from './prompt.ts'

type UpdateDeps = {
  input: DialogueInput
  output: DialogueOutput
  slack: Pick<SlackCalls, 'appOf' | 'exportApp' | 'updateApp'>
  /** Undefined if there is none. */
  botToken: string | undefined
}

/**
 * Compares the Slack app of the bot token with the manifest of this version, and brings it up to date with an app-configuration token, which is
 * used once. Resolves with the exit code.
 */
export async function updateApp({ input, output, slack, botToken }: UpdateDeps): Promise<number> {
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
    return await updateWithToken(dialogue, slack, app.id)
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

async function updateWithToken(dialogue: Dialogue, slack: UpdateDeps['slack'], id: string): Promise<number> {
  dialogue.say(askForToken(id))
  for (;;) {
    const token = await dialogue.ask({
      text: `App-configuration token (${configPrefix}…)`,
      secret: true,
      validate: (answer) => validateToken(answer, configPrefix),
    })
    const exported = await slack.exportApp(token, id)
    if (exported.kind === 'refused') {
      dialogue.say(exported.sentence)
      if (exported.tokenIsWrong) continue
      return exitCodes.fault
    }
    const differences = differencesOf(exported.manifest, manifest)
    if (differences.length === 0) {
      dialogue.say(`The app ${id} has everything that this version needs.`)
      return exitCodes.stopped
    }
    dialogue.say(
      ['The app is not as this version needs it:', ...differences.map((line) => `  ${line}`)].join('\n'),
    )
    const updated = await slack.updateApp(token, id, withOurs(exported.manifest))
    if (updated.kind === 'refused') return failed(dialogue, updated.sentence)
    dialogue.say(
      updated.needsInstallation
        ? `It is updated. New permissions hold once you have installed it again: https://api.slack.com/apps/${id}/install-on-team`
        : 'It is updated.',
    )
    return exitCodes.stopped
  }
}

const askForToken = (id: string) =>
  [
    `To update the app ${id}: at https://api.slack.com/apps, below the list, Your App Configuration Tokens, press Generate Token, pick the workspace of`,
    'the app, and copy the access token. It is used once, and neither stored nor logged.',
  ].join('\n')

/** What people see of the app is theirs; everything else is what this version needs. */
function withOurs(theirs: unknown): object {
  const given = isRecord(theirs) ? theirs : {}
  return {
    ...given,
    ...manifest,
    display_information: given.display_information ?? manifest.display_information,
  }
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
