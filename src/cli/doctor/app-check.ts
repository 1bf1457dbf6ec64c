import { type Finding, fine, unknown, warning } from '../../model/finding.ts'
import { ourCommand } from '../../model/our-command.ts'
import type { SlackCalls } from '../credential-checks.ts'
import { createDialogue, type DialogueInput, type DialogueOutput } from '../setup/prompt.ts'
import { differencesOf, exportWithToken } from '../setup/update-app.ts'
import type { AppManifest } from '../slack-app.ts'
import { missingScopeCosts } from './slack-checks.ts'

type AppDeps = {
  input: DialogueInput
  output: DialogueOutput
  slack: Pick<SlackCalls, 'appOf' | 'exportApp'>
  /** Undefined if there is none. */
  botToken: string | undefined
  /** What this version needs, with the present configuration. */
  ours: AppManifest
}

/**
 * Compares the Slack app of the bot token with what this version needs. It asks for an app-configuration token, which lives in memory for one
 * request. Then it says what does not work without each permission that a person may refuse.
 */
export async function askAboutApp({ input, output, slack, botToken, ours }: AppDeps): Promise<Finding[]> {
  if (botToken === undefined) return [unknown('Not compared: SLACK_BOT_TOKEN is missing.')]
  const app = await slack.appOf(botToken)
  if (app.kind === 'refused') return [unknown(`Not compared: ${app.sentence}`)]
  const dialogue = createDialogue(input, output)
  try {
    const exported = await exportWithToken(dialogue, slack, { id: app.id, why: 'compare' })
    if (exported.kind === 'refused') return [unknown(`Not compared: ${exported.sentence}`)]
    return [...comparison(app.id, exported.manifest, ours), ...costs(ours)]
  } catch (error) {
    if (!dialogue.interrupted.aborted) throw error
    return [unknown('Not compared: no token was given.')]
  } finally {
    dialogue.close()
  }
}

function comparison(id: string, theirs: unknown, ours: AppManifest): Finding[] {
  const differences = differencesOf(theirs, ours)
  if (differences.length === 0) return [fine(`The app ${id} has everything that this version needs.`)]
  const advice = `\`${ourCommand('setup')}\` with the option --update brings the app up to date.`
  return differences.map((line) => warning(`The app ${id} is not as this version needs it: ${line}.`, advice))
}

const costs = ({ oauth_config }: AppManifest): Finding[] =>
  oauth_config.scopes.bot_optional.map((scope) =>
    fine(`Without the optional permission ${scope}: ${missingScopeCosts.get(scope) ?? 'nothing changes'}.`),
  )
