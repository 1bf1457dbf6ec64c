import { expect, it } from 'vitest'
import { manifestFor } from '../../../src/cli/slack-app.ts'
import { reactions } from '../../../src/features/reactions/feature.ts'

it('the Slack app is asked for nothing for reactions if reactions is false, and for everything else', () => {
  const namesIn = (file: Parameters<typeof manifestFor>[0]) => {
    const { oauth_config, settings } = manifestFor(file)
    const { bot, bot_optional: optional } = oauth_config.scopes
    expect(optional.filter((scope) => !bot.includes(scope))).toEqual([])
    return [...bot, ...settings.event_subscriptions.bot_events]
  }
  const own = [...Object.keys(reactions.slack.scopes), ...reactions.slack.events]
  const all = namesIn({})
  expect(own.filter((one) => !all.includes(one))).toEqual([])
  expect(namesIn({ reactions: false })).toEqual(all.filter((one) => !own.includes(one)))
})
