import type { Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import type { DateRange } from '@overheard/mention-client/insight'
import type { Mention } from '@overheard/mention-client/mention'
import type { Deadlines } from '../cards/open-mentions.ts'
import type { ProblemListener } from '../health/problems.ts'
import type { AllOf } from '../listeners/additions.ts'
import { ownWords } from '../listeners/commands/own-words.ts'
import type { HomeTab } from '../listeners/home-section.ts'
import type { Registration } from '../listeners/registration.ts'
import { wordsOf } from '../listeners/subcommand.ts'
import type { SpikeCardAddition } from '../messages/anomalies/spike.ts'
import type { DigestSection } from '../messages/digest-section.ts'
import type { Sentence } from '../messages/kit/dates.ts'
import { type CardMenu, menuChoices } from '../messages/mention/card-menu.ts'
import type { AbsenceOf } from '../model/absence.ts'
import type { PostedCard } from '../model/card.ts'
import type { MessageKey } from '../model/collection.ts'
import { requireDistinct } from '../model/distinct-names.ts'
import { errorMessage, type Log } from '../model/log.ts'
import type { OpenProblem, ReportedProblem } from '../model/problem.ts'
import { offeredActions, type RegisteredSubscription, type Subscription } from '../model/subscription.ts'
import type { Hooks } from './facts.ts'
import type { Additions, Feature, RunningFeature, WrittenFile } from './feature.ts'
import type { Rooms } from './rooms.ts'

type Occasion = Parameters<AbsenceOf>[1]

type AbsenceReason = NonNullable<Awaited<ReturnType<AbsenceOf>>>

/** Slack allows this many choices in the menu of a message. */
const mostChoices = 5

/** A section of a feature has at most this many blocks. A message has at most 50 (Slack's limit), also with the sections of all features. */
export const mostBlocksOfSection = 6

/**
 * The running features, and what they add. Rooms get this before the features exist, because features are built from rooms. Until `create`,
 * everything except `problems` throws. What features add to a list is read by its name, so a new list is written only in its type.
 */
export function createRunningFeatures(log: Pick<Log, 'error'>) {
  let created: RunningFeature[] | undefined
  let built: CardMenu | undefined
  let hooks: { name: string; hooks: Partial<Hooks> }[] = []
  /** Problems can be raised while the parts are built. */
  let early: ((listener: ProblemListener) => void)[] = []

  function running(): RunningFeature[] {
    if (created === undefined) throw new Error('the features are used before they are created')
    return created
  }

  const all: AllOf<Additions> = (name) => running().flatMap<unknown>(({ adds }) => adds[name] ?? []) as never

  /** Returns what the first feature with this addition adds. */
  const first = <Name extends keyof Additions>(name: Name): Additions[Name] | undefined =>
    running().find(({ adds }) => adds[name] !== undefined)?.adds[name]

  /** What is drawn on cards. What the choices do is not drawn. */
  const menu = (): CardMenu => {
    built ??= {
      choices: all('cardMenu'),
      form: all('cardForm').flatMap(({ offered }) => offered ?? []),
      several: all('severalMenu'),
    }
    return built
  }

  const tellOfProblem = (tell: (listener: ProblemListener) => void): void => {
    if (created === undefined) early = [...early, tell]
    else for (const { name, adds } of created) if (adds.problems) tellSafely(name, adds.problems, tell)
  }

  function tellSafely(feature: string, listener: ProblemListener, tell: (listener: ProblemListener) => void) {
    try {
      tell(listener)
    } catch (error) {
      log.error({ feature, error: errorMessage(error) }, 'a feature could not take a problem')
    }
  }

  return {
    create(features: readonly Feature[], rooms: Rooms, file: WrittenFile): void {
      created = features.flatMap((feature) => feature.create(rooms, file) ?? [])
      built = undefined
      hooks = created.map(({ name, adds }) => ({ name, hooks: adds.hooks ?? {} }))
      requireDistinct('subcommands', [...ownWords, ...all('subcommands').flatMap(wordsOf)])
      requireDistinct(
        'tables',
        all('tables').map(({ word }) => word),
      )
      requireRoomInMenu(menu())
      for (const tell of early) tellOfProblem(tell)
      early = []
    },
    problems: {
      raised: (problem: ReportedProblem) => tellOfProblem(({ raised }) => raised(problem)),
      cleared: (problem: OpenProblem) => tellOfProblem(({ cleared }) => cleared(problem)),
      passed: (problem: OpenProblem) => tellOfProblem(({ passed }) => passed?.(problem)),
      areHeard: () => created === undefined || first('problems') !== undefined,
    },
    all,
    first,
    menu,
    /** The same list until features are created again. */
    hooks: () => running() && hooks,
    reminderKinds: () => running().flatMap(({ reminderKinds }) => reminderKinds),
    changeKinds: () => running().flatMap(({ changeKinds }) => changeKinds),
    rules: (inPoll: boolean) => (subscription: Subscription) =>
      running().flatMap(({ adds }) => adds.rule?.(subscription, inPoll) ?? []),
    async absenceOf(user: string, occasion: Occasion): Promise<AbsenceReason | undefined> {
      for (const { adds } of running()) {
        const reason = await adds.absenceOf?.(user, occasion)
        if (reason !== undefined) return reason
      }
      return undefined
    },
    corrections: async (alert: Id) =>
      (await Promise.all(running().map(({ adds }) => adds.corrections?.(alert) ?? []))).flat(),
    /** Leaves out what fails, because the rest of the answer is right without it. */
    async explanations(...of: [alert: Id, mention: Id, subscription: string]): Promise<string[]> {
      const added = running().map(({ adds }) => adds.explains?.(...of).catch(() => []) ?? [])
      return (await Promise.all(added)).flat()
    },
    /** Leaves out an addition that fails, because the card must not wait for it. */
    async spikeCards(place: MessageKey): Promise<SpikeCardAddition[]> {
      const added = running().map(({ adds }) => adds.spikeCard?.(place).catch(() => undefined))
      return (await Promise.all(added)).filter((one) => one !== undefined)
    },
    deadlinesOf(card: PostedCard, mention: Mention): Deadlines | undefined {
      for (const { adds } of running()) {
        const found = adds.deadlinesOf?.(card, mention)
        if (found !== undefined) return found
      }
      return undefined
    },
    /** The buttons of a subscription in `/mentions list`. */
    listButtons: (listed: RegisteredSubscription) =>
      all('alertChoices').flatMap(({ label, listButton: action, isOffered }) =>
        action !== undefined && isOffered(listed) ? [{ label, action }] : [],
      ),
    listen(on: Registration, home: HomeTab): void {
      for (const { adds } of running()) adds.listen?.(on, home)
    },
    async statusLines(): Promise<Sentence[]> {
      const lines = await Promise.all(running().map(({ adds }) => adds.status?.()))
      return lines.filter((line) => line !== undefined)
    },
    /** Leaves out a section that fails, because the digest must not wait for it. */
    async digestSections(channel: string, range: DateRange): Promise<DigestSection[]> {
      const sections = running().map(({ adds }) => adds.digest?.(channel, range).catch(() => undefined))
      return (await Promise.all(sections)).flatMap((section) =>
        section === undefined ? [] : [{ ...section, blocks: section.blocks.slice(0, mostBlocksOfSection) }],
      )
    },
    prune: (time: Time) => Promise.all(running().map(({ adds }) => adds.prune?.(time))),
    /** Also after a start that failed. */
    stop: () => Promise.all((created ?? []).map(({ adds }) => adds.stop?.())),
  }
}

/** Throws if a card that offers everything would have more choices than Slack allows. */
export function requireRoomInMenu(menu: CardMenu): void {
  const count = menuChoices('open', offeredActions, menu).length
  if (count > mostChoices)
    throw new Error(
      `the menu of a card has ${count} choices, but Slack allows ${mostChoices}: add to the form behind More… instead`,
    )
}
