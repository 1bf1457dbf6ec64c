import { type Classifier, type Label, trainClassifier } from './classifier.ts'

/** A text of a labelled set. `signs` are the numbers of its signs. */
export type LabelledText = Label

export type Train = (
  labels: readonly Label[],
  unlabelled: readonly Int32Array[],
) => Pick<Classifier, 'score' | 'threshold'> | undefined

/** Shares from 0 to 1: of the noise and of the relevant texts that are held back, and of the relevant texts among those that are posted. */
export type Measured = {
  noiseHeldBack: number
  relevantHeldBack: number
  precisionBefore: number
  precisionAfter: number
  /** How many labels there were. */
  labels: number
  /** The share of draws that had enough labels of each kind. The others hold nothing back. */
  learned: number
}

/** At most this share of the texts of a name are labels. */
const mostLabels = 0.6

/** The filter remembers this many mentions that nobody has judged. */
export const mostUnlabelled = 300

/**
 * Measures the filter on the labelled texts of one name: draws labels at random, and judges all other texts. The mentions without a label come
 * from the half of the others in which the judged text is not. With `flipped`, this share of the labels is wrong. `random` returns numbers from 0 to 1.
 */
export function measure(
  texts: readonly LabelledText[],
  {
    labels,
    draws,
    flipped,
    random,
    train = trainClassifier,
  }: {
    labels: number
    draws: number
    flipped: number
    random: () => number
    train?: Train
  },
): Measured {
  const count = Math.min(labels, Math.floor(texts.length * mostLabels))
  const rows = Array.from({ length: draws }, () => {
    const order = shuffled(texts, random)
    const drawn = order
      .slice(0, count)
      .map((text) => (random() < flipped ? { ...text, isRelevant: !text.isRelevant } : text))
    const others = order.slice(count)
    const half = Math.ceil(others.length / 2)
    const halves = [others.slice(0, half), others.slice(half)]
    const judged = halves.map((test, at) => {
      const unlabelled = (halves[1 - at] ?? []).slice(0, mostUnlabelled).map(({ signs }) => signs)
      return judge(test, train(drawn, unlabelled))
    })
    return sharesOf(judged)
  })
  const mean = (of: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + of(row), 0) / rows.length
  return {
    noiseHeldBack: mean((row) => row.noiseHeldBack),
    relevantHeldBack: mean((row) => row.relevantHeldBack),
    precisionBefore: mean((row) => row.precisionBefore),
    precisionAfter: mean((row) => row.precisionAfter),
    labels: count,
    learned: mean((row) => row.learned),
  }
}

type Judged = { relevant: number; noise: number; heldRelevant: number; heldNoise: number; learned: boolean }

function judge(texts: readonly LabelledText[], model: ReturnType<Train>): Judged {
  const judged = { relevant: 0, noise: 0, heldRelevant: 0, heldNoise: 0, learned: model !== undefined }
  for (const { signs, isRelevant } of texts) {
    const isHeld = model !== undefined && model.score(signs) < model.threshold
    judged[isRelevant ? 'relevant' : 'noise'] += 1
    if (isHeld) judged[isRelevant ? 'heldRelevant' : 'heldNoise'] += 1
  }
  return judged
}

function sharesOf(judged: Judged[]) {
  const total = (key: 'relevant' | 'noise' | 'heldRelevant' | 'heldNoise') =>
    judged.reduce((sum, one) => sum + one[key], 0)
  const [relevant, noise, heldRelevant, heldNoise] = [
    total('relevant'),
    total('noise'),
    total('heldRelevant'),
    total('heldNoise'),
  ]
  return {
    noiseHeldBack: heldNoise / Math.max(1, noise),
    relevantHeldBack: heldRelevant / Math.max(1, relevant),
    precisionBefore: relevant / Math.max(1, relevant + noise),
    precisionAfter: (relevant - heldRelevant) / Math.max(1, relevant - heldRelevant + noise - heldNoise),
    learned: judged.some(({ learned }) => learned) ? 1 : 0,
  }
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  const order = [...values]
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const [a, b] = [order[at], order[other]]
    if (a !== undefined && b !== undefined) [order[at], order[other]] = [b, a]
  }
  return order
}

/** A generator of numbers from 0 to 1 (mulberry32), so that everybody measures the same draws. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
