/** A mention of which a person has said, by what they did, if it is about us. `signs` are the numbers of its signs. */
export type Label = { signs: Int32Array; isRelevant: boolean }

export type Classifier = {
  /** A score; the larger, the more the mention looks like those that people found relevant. */
  score(signs: Iterable<number>): number
  /** What a sign adds to the score. 0 for a sign that was never seen. */
  weightOf(sign: number): number
  /** Mentions with a lower score are held back. */
  threshold: number
}

type ClassifierOptions = {
  /** The threshold is lower by this many standard deviations. */
  caution?: number
}

/** With fewer labels, or fewer of one kind, nothing is learned. */
export const fewestLabels = 30
export const fewestOfEach = 5

export function missingLabels(
  relevant: number,
  noise: number,
): { labels: number; relevant: number; noise: number } {
  return {
    labels: Math.max(0, fewestLabels - relevant - noise),
    relevant: Math.max(0, fewestOfEach - relevant),
    noise: Math.max(0, fewestOfEach - noise),
  }
}

/** Added to each count, so that a word that was seen only in mentions of one kind does not decide alone. */
const smoothing = 0.3

/** A mention without a label counts as this part of a label, because what the model believes about it can be wrong. */
const unlabelledWeight = 0.3

const rounds = 4
const folds = 10

/** Held back are scores below the mean of the relevant labels minus this many of their standard deviations. */
const deviations = 1.9

/**
 * Trains naive Bayes (each sign of a mention counts once) with the labels and with mentions that nobody has judged: these are given to both
 * kinds in the proportion that the model believes, and the model is fitted again (expectation maximization, Nigam et al. 2000). They teach it
 * which words come together, which few labels cannot.
 *
 * The threshold comes from the labels alone: each tenth of them is scored by a model that does not know them. Returns undefined if there are
 * too few labels.
 */
export function trainClassifier(...data: TrainingData): Classifier | undefined {
  const steps = trainingSteps(...data)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Does the same in steps, with a pause after each: together they take longer than a process may keep others waiting. */
export async function trainWithPauses(
  pause: () => Promise<unknown>,
  ...data: TrainingData
): Promise<Classifier | undefined> {
  const steps = trainingSteps(...data)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await pause()
  }
}

type TrainingData = [labels: readonly Label[], unlabelled: readonly Int32Array[], options?: ClassifierOptions]

function* trainingSteps(
  ...[labels, unlabelled, { caution = 0 } = {}]: TrainingData
): Generator<undefined, Classifier | undefined> {
  const relevant = labels.filter(({ isRelevant }) => isRelevant).length
  const missing = missingLabels(relevant, labels.length - relevant)
  if (missing.labels + missing.relevant + missing.noise > 0) return undefined
  const data = indexed(labels, unlabelled)
  const scores = labels
    .flatMap(({ isRelevant }, at) => (isRelevant ? [at] : []))
    .map((at) => ({ at, score: 0 }))
  for (let fold = 0; fold < folds; fold++) {
    const weights = weightsFor(data, (at) => at % folds !== fold)
    for (const one of scores) if (one.at % folds === fold) one.score = sum(weights, data.labels[one.at] ?? [])
    yield
  }
  const { mean, deviation } = momentsOf(scores.map(({ score }) => score))
  const weights = weightsFor(data, () => true)
  const weightOf = (sign: number) => weights[data.columns.get(sign) ?? -1] ?? 0
  return {
    weightOf,
    score(signs) {
      let score = 0
      for (const sign of signs) score += weightOf(sign)
      return score
    },
    // A mention of which nothing is known has the score 0. It is not held back.
    threshold: Math.min(0, mean - deviations * deviation) - caution * deviation,
  }
}

type Indexed = {
  columns: Map<number, number>
  labels: Int32Array[]
  isRelevant: boolean[]
  unlabelled: Int32Array[]
}

/** Gives each sign a column, so that counts are in arrays. */
function indexed(labels: readonly Label[], unlabelled: readonly Int32Array[]): Indexed {
  const columns = new Map<number, number>()
  const inColumns = (signs: Int32Array) =>
    signs.map((sign) => {
      const column = columns.get(sign) ?? columns.size
      columns.set(sign, column)
      return column
    })
  return {
    columns,
    labels: labels.map(({ signs }) => inColumns(signs)),
    isRelevant: labels.map(({ isRelevant }) => isRelevant),
    unlabelled: unlabelled.map(inColumns),
  }
}

/** How often each sign, and all signs together, were seen in mentions of a kind. */
type Counts = { of: Float64Array; all: number }

function weightsFor(
  { columns, labels, isRelevant, unlabelled }: Indexed,
  uses: (label: number) => boolean,
): Float64Array {
  const none = (): Counts => ({ of: new Float64Array(columns.size), all: 0 })
  const relevant = none()
  const noise = none()
  let used = 0
  let usedRelevant = 0
  for (const [at, signs] of labels.entries()) {
    if (!uses(at)) continue
    used += 1
    if (isRelevant[at]) usedRelevant += 1
    add(isRelevant[at] ? relevant : noise, signs, 1)
  }
  let weights = weightsOf(relevant, noise)
  if (unlabelled.length === 0) return weights
  for (let round = 0; round < rounds; round++) {
    const likely = probabilities(
      unlabelled.map((signs) => sum(weights, signs)),
      usedRelevant / used,
    )
    const [r, n] = [copyOf(relevant), copyOf(noise)]
    for (const [at, signs] of unlabelled.entries()) {
      const share = likely[at] ?? 0
      add(r, signs, share * unlabelledWeight)
      add(n, signs, (1 - share) * unlabelledWeight)
    }
    weights = weightsOf(r, n)
  }
  return weights
}

const copyOf = ({ of, all }: Counts): Counts => ({ of: of.slice(), all })

function add(counts: Counts, signs: Int32Array, weight: number): void {
  for (const sign of signs) counts.of[sign] = (counts.of[sign] ?? 0) + weight
  counts.all += signs.length * weight
}

function weightsOf(relevant: Counts, noise: Counts): Float64Array {
  let known = 0
  for (const [sign, count] of relevant.of.entries()) if (count + (noise.of[sign] ?? 0) > 0) known += 1
  const sizes = Math.log((noise.all + smoothing * known) / (relevant.all + smoothing * known))
  return relevant.of.map((count, sign) => {
    const other = noise.of[sign] ?? 0
    return count + other > 0 ? Math.log((count + smoothing) / (other + smoothing)) + sizes : 0
  })
}

function sum(weights: Float64Array, signs: Iterable<number>): number {
  let total = 0
  for (const sign of signs) total += weights[sign] ?? 0
  return total
}

const logistic = (value: number) => 1 / (1 + Math.exp(-value))

/** Turns scores into probabilities whose mean is `share`, because the labels say which share is relevant. */
function probabilities(scores: number[], share: number): number[] {
  let [low, high] = [-200, 200]
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2
    const mean = scores.reduce((total, score) => total + logistic(score + middle), 0) / scores.length
    if (mean > share) high = middle
    else low = middle
  }
  return scores.map((score) => logistic(score + low))
}

function momentsOf(values: number[]): { mean: number; deviation: number } {
  const mean = values.reduce((total, value) => total + value, 0) / values.length
  const squares = values.reduce((total, value) => total + (value - mean) ** 2, 0)
  return { mean, deviation: Math.sqrt(squares / Math.max(1, values.length - 1)) }
}
