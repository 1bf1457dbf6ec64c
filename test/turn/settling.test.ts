import { expect, it } from 'vitest'
import { decideFor } from '../../src/decide/decide.ts'
import { turn } from '../../src/turn.ts'
import { live } from './live.ts'
import { alert, createStoryWorld, minute, type StoryWorld, subscriptionOf } from './story-world.ts'

/** What one process writes, posts and waits for, in order; an intent that also settles the post before it says so. */
async function stepsOf(world: StoryWorld): Promise<string[]> {
  const steps: string[] = []
  const deps = world.deps()
  let settled = world.bookmark().settled.flatMap(({ ids }) => ids).length
  const [subscription = subscriptionOf()] = world.subscriptions
  const due = { subscription, decide: decideFor(subscription), memory: { confirmed: true, behind: false } }
  const observed: typeof deps = {
    ...deps,
    bookmarks: {
      ...deps.bookmarks,
      async keep(key, bookmark) {
        const { length } = bookmark.settled.flatMap(({ ids }) => ids)
        const settles = length > settled ? ['settle'] : []
        settled = length
        const intends = bookmark.intent === undefined ? [] : [`intend ${bookmark.intent.ids}`]
        steps.push([...settles, ...intends].join(' and '))
        return deps.bookmarks.keep(key, bookmark)
      },
    },
    async post(posting) {
      steps.push('post')
      return deps.post(posting)
    },
    async sleep(ms) {
      steps.push('wait')
      return deps.sleep(ms)
    },
  }
  await turn(observed, alert, [due])
  return steps
}

it('a post is settled with the intent of the next, and before any wait', async () => {
  const world = createStoryWorld()
  await live(world, 3 * minute)
  for (const id of [1, 2, 3, 4, 5]) world.add(id)
  expect(await stepsOf(world)).toEqual([
    'intend 1',
    'post',
    'settle and intend 2',
    'post',
    'settle and intend 3',
    'post',
    'settle',
    'wait',
    'intend 4',
    'post',
    'settle',
    'wait',
    'intend 5',
    'post',
    'settle',
  ])
})
