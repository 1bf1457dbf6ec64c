import { readFileSync } from 'node:fs'
import type { Headline } from '../../../../bench/story-figures.ts'

/**
 * Reads a file of near misses: `# ALERT`, then for each story `## COMPANY EVENT YEAR [LANGUAGE]`, and a line for each place: `<url> title | first sentences`,
 * where the address and the sentences may be missing. Each alert is a list of its own.
 */
export function readNearMisses(
  name: 'tuned' | 'kept' | 'hard' | 'unseen' | 'fresh',
): Map<string, Headline[]> {
  const alerts = new Map<string, Headline[]>()
  let [alert, story, place] = ['', '', 0]
  const languageOf = () => story.split(' ')[3] ?? alert.slice(0, 2)
  for (const line of readFileSync(new URL(`${name}.txt`, import.meta.url), 'utf8').split('\n')) {
    if (line.startsWith('## ')) story = line.slice(3)
    else if (line.startsWith('# ')) alert = line.slice(2)
    else if (line.trim() !== '') {
      place += 1
      const [, url = `https://p${place}.example/${place}`, title = '', snippet = ''] =
        /^(?:<(.*?)> )?(.*?)(?: \| (.*))?$/.exec(line) ?? []
      alerts.set(alert, [
        ...(alerts.get(alert) ?? []),
        { url, title, snippet, language: languageOf(), at: 0, story },
      ])
    }
  }
  return alerts
}

/** Pairs of stories of one alert that are near and different: the same company, or the same kind of event. */
export function nearPairs(headlines: readonly Headline[]): [string, string][] {
  const stories = [...new Set(headlines.map(({ story }) => story))]
  const isNear = (one: string, other: string) => {
    const [company, event] = one.split(' ')
    const [otherCompany, otherEvent] = other.split(' ')
    return company === otherCompany || event === otherEvent
  }
  return stories.flatMap((one, index) =>
    stories
      .slice(index + 1)
      .flatMap((other): [string, string][] => (isNear(one, other) ? [[one, other]] : [])),
  )
}
