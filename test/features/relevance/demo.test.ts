import { readMention } from '@overheard/mention-client'
import { expect, it } from 'vitest'
import { demoSubscriptions } from '../../../sandbox/demo/configuration.ts'
import { pressAlert } from '../../../sandbox/mention-service/generator/alerts.ts'
import { createArrivals } from '../../../sandbox/mention-service/generator/arrivals.ts'
import { namesakes } from '../../../sandbox/mention-service/generator/posts/namesakes.ts'
import type { Post } from '../../../sandbox/mention-service/generator/posts/parse-posts.ts'
import { createRandom } from '../../../sandbox/mention-service/generator/random.ts'
import { createMentionStore } from '../../../sandbox/mention-service/store.ts'
import { createJudge } from '../../../src/features/relevance/judge.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const text = demoSubscriptions.find(({ subscription }) => subscription === 'press')?.about ?? ''
const judge = createJudge(subscriptionOf({ name: 'press', alert: 'Acme press', channel: 'C1' }), {
  text,
  sites: [],
})
const heldOf = (posts: readonly Post[]) =>
  posts.filter(
    ({ title, snippet }) =>
      judge(sampleMention({ title, snippet, url: 'https://news.example/1' }), undefined) !== undefined,
  )

it('the subscription of the demo to press articles holds back those about namesakes, and no other', () => {
  expect(heldOf(namesakes)).toEqual(namesakes)
  const mentionStore = createMentionStore({ now: () => 0 })
  mentionStore.addAlert(pressAlert.alert)
  createArrivals(mentionStore, createRandom(1), () => 0).namesakes()
  const added = mentionStore
    .mentions(pressAlert.alert.alert_id, 'id')
    .map(({ body }) => readMention(body, '1', 0))
  expect(added).toHaveLength(3)
  expect(added.filter((mention) => judge(mention, undefined) === undefined)).toEqual([])
  expect(heldOf(pressAlert.groups.flatMap(({ posts }) => posts))).toEqual([])
})
