import type { ChannelInfo } from '../deliver/channel-list.ts'
import { askChoice } from './ask-choice.ts'
import type { Bot } from './bot-token-step.ts'
import type { Dialogue } from './dialogue.ts'
import type { SlackCalls } from './slack-calls.ts'

/** Asks for a channel until it is one that the bot is in, or could join. */
export async function askChannel(dialogue: Dialogue, slack: SlackCalls, bot: Bot): Promise<ChannelInfo> {
  for (;;) {
    const listed = await slack.channels(bot.token)
    dialogue.say('\nThe channels of the workspace:')
    dialogue.say(
      listed.kind === 'refused'
        ? listed.sentence
        : `(A private one is listed once you have typed /invite @${bot.name} in it.)`,
    )
    const question = 'Which channel is it posted to? (number or name; Enter: list them again)'
    const channels = listed.kind === 'listed' ? listed.channels : []
    const channel = await askChoice(dialogue, channels, question, describeChannel)
    if (channel !== undefined && (await enterChannel(dialogue, slack, bot, channel))) return channel
  }
}

const describeChannel = ({ name, member }: ChannelInfo) => `#${name}${member ? ' (the bot is in it)' : ''}`

/** Whether the bot is in the channel now; of the listed ones it can only be missing in a public one, and that it may join. */
async function enterChannel(
  dialogue: Dialogue,
  slack: SlackCalls,
  bot: Bot,
  channel: ChannelInfo,
): Promise<boolean> {
  if (channel.member) return true
  const answer = await slack.join(bot.token, channel.id)
  dialogue.say(
    answer.kind === 'joined'
      ? `@${bot.name} has joined #${channel.name}.`
      : `${answer.sentence}\n@${bot.name} cannot join #${channel.name} by itself: type /invite @${bot.name} there and choose it again.`,
  )
  return answer.kind === 'joined'
}
