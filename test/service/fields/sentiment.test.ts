import vader from 'vader-sentiment'
import { expect, it, onTestFinished, vi } from 'vitest'
import { item, sourceOf, startWorld } from '../engine-world.ts'

it('each text is judged once, however many alerts show it', async () => {
  const source = sourceOf('feeds', [])
  const alerts = ['acme', 'great', 'acme great', '"great app"'].map((query) => ({ name: query, query }))
  const { ingest, mentions } = await startWorld({ sources: [source], settings: { sources: {}, alerts } })
  const judge = vi.spyOn(vader.SentimentIntensityAnalyzer, 'polarity_scores')
  onTestFinished(() => judge.mockRestore())
  const praise = (what: string) => ({ plain: `Acme is a great app, and I love ${what} of it.` })
  await ingest.store(
    { items: [item(1, { text: praise('each part') }), item(2, { text: praise('the look') })] },
    { source, channel: 'a', keepsAll: true },
  )
  expect(alerts.map((_, index) => mentions(String(1001 + index)).map(({ sentiment }) => sentiment))).toEqual(
    alerts.map(() => ['positive', 'positive']),
  )
  expect(judge).toHaveBeenCalledTimes(2)
})
