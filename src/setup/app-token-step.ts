import { askSecret } from './ask-secret.ts'
import type { Dialogue } from './dialogue.ts'
import { appTokenSteps } from './slack-app.ts'
import type { SlackCalls } from './slack-calls.ts'
import { validateToken } from './token-kind.ts'

/** Asks for the app-level token until Slack opens a connection with it; `known` is the one from before. */
export async function askAppToken(
  dialogue: Dialogue,
  slack: SlackCalls,
  known: string | undefined,
): Promise<string> {
  dialogue.say(`\n${appTokenSteps}`)
  for (let offered = known; ; ) {
    const token = await askSecret(dialogue, { text: 'App-level token (xapp-…)', known: offered }, (answer) =>
      validateToken(answer, 'xapp-'),
    )
    const answer = await slack.testApp(token)
    if (answer.kind === 'accepted') {
      dialogue.say('Slack takes it: Socket Mode works.')
      return token
    }
    dialogue.say(`${answer.sentence}${answer.tokenIsWrong ? ' It needs the scope connections:write.' : ''}`)
    offered = answer.tokenIsWrong ? undefined : token
  }
}
