import { askSecret } from './ask-secret.ts'
import type { Dialogue } from './dialogue.ts'
import { botScopes, botTokenSteps } from './slack-app.ts'
import type { SlackCalls } from './slack-calls.ts'
import { validateToken } from './token-kind.ts'

/** A bot token that works, and the bot's name in its workspace. */
export type Bot = { token: string; name: string }

/** Asks for the bot token until Slack takes it and it has every permission; `known` is the one from before. */
export async function askBotToken(
  dialogue: Dialogue,
  slack: SlackCalls,
  known: string | undefined,
): Promise<Bot> {
  dialogue.say(`\n${botTokenSteps}`)
  for (let offered = known; ; ) {
    const token = await askSecret(
      dialogue,
      { text: 'Bot User OAuth Token (xoxb-…)', known: offered },
      (answer) => validateToken(answer, 'xoxb-'),
    )
    const answer = await slack.testBot(token)
    if (answer.kind === 'refused') {
      dialogue.say(answer.sentence)
      offered = answer.tokenIsWrong ? undefined : token
      continue
    }
    const missing = findMissingScopes(answer.scopes)
    dialogue.say(`This is @${answer.bot} in the workspace ${answer.team}.`)
    if (missing.length === 0) return { token, name: answer.bot }
    dialogue.say(missingScopesMessage(missing))
    offered = token
  }
}

/** The permissions of the manifest that a token lacks; none where Slack does not say which it has. */
function findMissingScopes(scopes: string[] | undefined): string[] {
  return scopes === undefined ? [] : botScopes.filter((scope) => !scopes.includes(scope))
}

function missingScopesMessage(missing: string[]): string {
  return [
    `The token lacks ${missing.length === 1 ? 'a permission' : 'permissions'}: ${missing.join(', ')}.`,
    'In your app, open OAuth & Permissions, add what is missing under Bot Token Scopes and press Reinstall to Workspace;',
    'then press Enter here (or paste the new token).',
  ].join('\n')
}
