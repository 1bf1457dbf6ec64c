import type { App } from '@slack/bolt'
import { expect, it } from 'vitest'
import { reactions } from '../../../src/features/reactions/feature.ts'
import { createRegistration } from '../../../src/listeners/registration.ts'
import { speakToAll } from '../../../src/people/speak-to.ts'
import { anyRooms } from '../../tools/anything.ts'

/** The events that the bot listens to with these settings. */
function eventsWith(settings: { reactions?: boolean }): string[] {
  const events: string[] = []
  const bolt = { event: (type: string) => void events.push(type) }
  const on = createRegistration(
    bolt as Pick<App, 'event'> as Parameters<typeof createRegistration>[0],
    speakToAll,
  )
  const running = reactions.create(anyRooms(), settings)
  running?.adds.listen?.(on, { answer: async () => undefined, show: async () => undefined })
  return events
}

it('the bot listens to added and removed reactions, unless `reactions` is false', () => {
  expect(eventsWith({})).toEqual(['reaction_added', 'reaction_removed'])
  expect(eventsWith({ reactions: false })).toEqual([])
})
