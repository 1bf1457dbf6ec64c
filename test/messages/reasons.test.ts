import { expect, it } from 'vitest'
import { reasonText } from '../../src/digests/content/not-posted.ts'
import { ruleName } from '../../src/messages/reasons.ts'

it.each([
  ['only.source', undefined, 'its source is not one this channel asked for', 'source'],
  [
    'only.audience',
    undefined,
    'its author’s audience is not one this channel asked for',
    'author’s audience',
  ],
  ['except.author', 'Kim Lee', 'this channel excludes its author (Kim Lee)', 'excluded author'],
  ['only.starred', 'not starred', 'it is not starred in the mention service', 'star'],
  ['except.done', '(removed)', 'it is (removed) in the mention service', 'excluded done flag'],
  ['queued', undefined, 'it is in the queue', 'queued'],
  ['queued', 'burst', 'it is in the queue (a burst is being posted)', 'queued'],
  ['queued', 'is_archived', 'it is in the queue (is_archived)', 'queued'],
  ['queued', 'unconfirmed', 'it is in the queue (a post is unconfirmed)', 'queued'],
  [
    'queued',
    'unconfirmed ratelimited',
    'it is in the queue (a post is unconfirmed, and ratelimited)',
    'queued',
  ],
  [
    'queued',
    'unreadable not_in_channel',
    'it is in the queue (the channel cannot be read: not_in_channel)',
    'queued',
  ],
  ['about', undefined, 'it is probably not about you', 'what they are about'],
  [
    'about',
    '{"against":["pie","orchard"],"for":["iphone"]}',
    'it is probably not about you (against: “pie”, “orchard”; for: “iphone”)',
    'what they are about',
  ],
  [
    'about',
    '{"against":["pie"],"for":[]}',
    'it is probably not about you (against: “pie”)',
    'what they are about',
  ],
  [
    'about',
    '{"against":[],"for":["iphone"]}',
    'it is probably not about you (for: “iphone”)',
    'what they are about',
  ],
  // An earlier version stored sentences.
  ['about', 'against: “pie”', 'it is probably not about you (against: “pie”)', 'what they are about'],
  ['queued', 'a burst is being posted', 'it is in the queue (a burst is being posted)', 'queued'],
  [
    'duplicate.words',
    '1, Acme, recall',
    'it was added to an existing post with the same words: “Acme”, “recall”',
    'the same words',
  ],
  [
    'duplicate.words',
    '1, a, b, c, d, e, f, g',
    'it was added to an existing post with the same words: “a”, “b”, “c”, “d”, “e”, “f”',
    'the same words',
  ],
  ['duplicate.words', '1', 'it was added to an existing post with the same words', 'the same words'],
  ['duplicate.link', '1', 'it was added to an existing post with the same link', 'the same link'],
  [
    'duplicate.likeness',
    '1, 0.89',
    'it was added to an existing post with a very similar title (89% alike)',
    'a very similar title',
  ],
  ['except.done', 'done', 'it is done in the mention service', 'excluded done flag'],
])(
  'a skip because of %s (value: %s) gets the sentence “%s” and the short name “%s”',
  (reason, detail, sentence, name) => {
    expect(reasonText(reason, detail)).toBe(sentence)
    expect(ruleName(reason)).toBe(name)
  },
)
