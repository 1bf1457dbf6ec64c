/** The smallest possible Bolt app in Socket Mode, to compare our memory and start-up time with. */
import { App, SocketModeReceiver } from '@slack/bolt'

const { SLACK_APP_TOKEN = '', SLACK_BOT_TOKEN = '', SLACK_API_URL = '' } = process.env
const receiver = new SocketModeReceiver({
  appToken: SLACK_APP_TOKEN,
  installerOptions: { clientOptions: { slackApiUrl: SLACK_API_URL } },
})
const app = new App({ token: SLACK_BOT_TOKEN, receiver, clientOptions: { slackApiUrl: SLACK_API_URL } })
app.command('/mentions-stats', async ({ ack }) => ack())
await app.start()
