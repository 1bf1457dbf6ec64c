import { askUntil, type Dialogue } from './dialogue.ts'
import { maskSecret } from './mask-secret.ts'
import { appTokenSteps } from './slack-app.ts'
import type { SlackCalls } from './slack-calls.ts'
import { objectionToToken } from './token-kind.ts'

/** Asks for the app-level token until Slack opens a connection with it; `known` is the one from before. */
export async function askAppToken(
  dialogue: Dialogue,
  slack: SlackCalls,
  known: string | undefined,
): Promise<string> {
  dialogue.say(`\n${appTokenSteps}`)
  for (let offered = known; ; ) {
    const token = await askUntil(
      dialogue,
      {
        text: 'App-level token (xapp-…)',
        secret: true,
        ...(offered && { enter: offered, shown: maskSecret(offered) }),
      },
      (answer) => objectionToToken(answer, 'xapp-'),
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
