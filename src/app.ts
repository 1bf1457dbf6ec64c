import { randomInt, randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import packageFile from '../package.json' with { type: 'json' }
import { createCleanup } from './async/cleanup.ts'
import { memoizeAsync } from './async/memoize.ts'
import { createRuntime, type Runtime } from './async/runtime.ts'
import { openBackend } from './backend.ts'
import { createCards } from './cards/cards.ts'
import { subscriptionDefaults } from './config/configuration.ts'
import { proxySettings } from './config/environment.ts'
import { type Settings, variables } from './config/settings.ts'
import { previewDigest } from './features/digest/compose.ts'
import { catchUpWindowMs } from './features/digest/period.ts'
import { createDigestScheduler } from './features/digest/scheduler.ts'
import { createDoneInService } from './features/handling/done-in-service.ts'
import { mentionReminders } from './features/handling/mention-reminders.ts'
import { currentForecast } from './features/notices/notices.ts'
import { noticeKind } from './features/notices/reminder.ts'
import { catchUpKind, createCatchUp } from './features/pauses/catch-up.ts'
import { createPauseService, pauseChanges, pruneEndedPauses } from './features/pauses/pause-service.ts'
import { classifyFailure } from './features/stats/failure.ts'
import { missingWords } from './features/stats/figures.ts'
import { createStatistics } from './features/stats/statistics.ts'
import { createStatus, type MentionReader } from './features/status/status.ts'
import {
  createSubscriptionService,
  emptyEnded,
  subscriptionChanges,
} from './features/subscribe/subscription-service.ts'
import { features } from './features.ts'
import { createDamageProblems } from './health/damage-problems.ts'
import { createMetrics } from './health/metrics.ts'
import { createProblemLog } from './health/problem-log.ts'
import { createReadiness } from './health/readiness.ts'
import { startupWarnings } from './health/startup-warnings.ts'
import { whyStatusIsOff } from './health/status-access.ts'
import { addressOf, startStatusServer } from './health/status-server.ts'
import { folderProblem, folderProblemKey, problemOfSubscription } from './health/subscription-problems.ts'
import {
  openInstallation,
  otherInstallations as otherInstallationRecords,
} from './installations/installation.ts'
import { createOtherInstallations } from './installations/other-installations.ts'
import { createHooks, missedFactKind } from './kernel/hooks.ts'
import { createRunningFeatures } from './kernel/running.ts'
import { createAccess } from './listeners/access.ts'
import { createSubscriptionFinder } from './listeners/find-subscription.ts'
import { registerListeners } from './listeners/register.ts'
import { createReply } from './listeners/reply.ts'
import { connectListening } from './listening/connect-listening.ts'
import { alertDisplayName, createAlertDirectory, findAlertIn } from './mention-api/alert-directory.ts'
import {
  connectMentionService,
  fetchMention,
  type MentionService,
} from './mention-api/mention-service-client.ts'
import { createChartSupport } from './messages/kit/fallbacks.ts'
import { setLocale } from './messages/kit/locale.ts'
import { problemTexts, stoppedNames } from './messages/problem-texts.ts'
import { replyTexts } from './messages/replies.ts'
import { openCollection } from './model/collection.ts'
import { RecordDamagedError } from './model/damage.ts'
import { describeFileError } from './model/file-errors.ts'
import type { Id } from './model/id.ts'
import type { Log } from './model/log.ts'
import { withoutStartOver } from './model/pause.ts'
import { automatic, type Digest, isPolled, type Subscription } from './model/subscription.ts'
import { createHistorySearch } from './outbox/history-search.ts'
import { createOutboxMemory } from './outbox/outbox-memory.ts'
import { pollAlert } from './polling/run/poll.ts'
import { createAutoPolls, createPollExpectation } from './polling/schedule/auto-polls.ts'
import { checkRates, pollingLimits } from './polling/schedule/check-rates.ts'
import { createFreshnessMeter } from './polling/schedule/freshness.ts'
import { createLeaderProgress } from './polling/schedule/leader-progress.ts'
import { createPollScheduler, lagsOf } from './polling/schedule/poll-scheduler.ts'
import { startedSubscriptions } from './polling/schedule/started-subscriptions.ts'
import { createSubscriptionRegistry } from './polling/schedule/subscription-registry.ts'
import { createSyncLoop } from './polling/schedule/sync-loop.ts'
import { createPlanLimits } from './polling/spikes/stored-volume.ts'
import { createVolumeStore } from './polling/spikes/volume-store.ts'
import { createReminders } from './reminders/reminders.ts'
import { createIsOwn } from './rules/own-voice.ts'
import { decideFor, holdsUntil } from './rules/rules.ts'
import { findSubscriptionsOfChannel } from './rules/subscriptions-of-channel.ts'
import { firesHourly, intervalOf, lastRun } from './scheduler/cron.ts'
import { channelLabel, knownChannels } from './slack/channels.ts'
import { createSlackDispatcher, sdkLogger } from './slack/client.ts'
import { connectSlack } from './slack/connection.ts'
import { onOwnPost } from './slack/post-events.ts'
import { createSlack } from './slack/slack.ts'
import { inspectCollections } from './store/inspect.ts'
import {
  changeKind,
  damageTexts,
  digestKind,
  muteKind,
  pauseKind,
  reminderKind,
  stoppingKinds,
  storedKinds,
  subscriptionKind,
} from './stored-kinds.ts'
import { createAnnouncedChanges, createChangeLog } from './subscriptions/change-log.ts'
import { createMuteService, muteChanges } from './subscriptions/mute-service.ts'
import { createMutes } from './subscriptions/mutes.ts'
import { createPrivateAlerts } from './subscriptions/private-alerts.ts'

type RunningApp = {
  url: string
  /** Finishes the current post, or leaves it pending in the store. Then releases everything. */
  stop(): Promise<void>
}

/**
 * A process that has lost its data folder ends after this time, in ms, if a feature tells people about problems: the direct message to the
 * owner is sent a second after the loss.
 */
const lastMessageMs = 3000

const dayMs = 86_400_000
/** The decision log keeps this many days if `retentionDays` is not set: a month of 31 days and some time to post its digest. */
const logDays = 35
const cardDays = 90

/** Assistants cause at most this many requests to the mention service in a minute, so that they cannot take the requests of polls. */
const mcpRequestLimit = 60

/** A pause that another process noticed is known within this time, in ms. */
const pauseKnownMs = 5000

const reminderSchedule = '*/2 * * * * *'
const doneInServiceSchedule = '30 */10 * * * *'
const missedFactsSchedule = '*/10 * * * * *'

/**
 * Builds the bot from its parts and starts it. Each part is built once, after the parts that it needs, and released in reverse. Throws if
 * the data folder, the database or the port cannot be used. Recovers from every other failure while the bot runs. `onFolderLost` is called
 * if another process takes over the data folder. After that nothing is posted, and the process must end.
 */
export async function startApp(
  { environment, configuration, startsService }: Settings,
  log: Log,
  onFolderLost: () => void,
  runtime: Runtime = createRuntime(),
): Promise<RunningApp> {
  const { now, setTimer, nap, stopping } = runtime
  const cleanup = createCleanup()
  setLocale(configuration.locale)
  try {
    // Store, queue and rate limits
    const metrics = createMetrics(now)
    cleanup.add(metrics.stop)
    const backend = await openBackend({
      environment,
      runtime,
      log,
      onFolderLost(error) {
        runtime.stop()
        problems.raise(folderProblemKey, folderProblem(error))
        setTimer(onFolderLost, added.problems.areHeard() ? lastMessageMs : 0)
      },
    })
    cleanup.add(backend.close)
    const store = metrics.store(backend.store)
    const { decisions, checkpoints } = store

    const { retentionDays } = configuration
    const logKeptMs = (retentionDays ?? logDays) * dayMs
    const cardsKeptMs = (retentionDays ?? cardDays) * dayMs

    // Slack and the mention service
    const proxy = proxySettings(variables)
    const slackDispatcher = createSlackDispatcher(proxy)
    cleanup.add(() => slackDispatcher.destroy())
    const installation = await openInstallation(store, now, randomInt)
    const slackApi = createSlack({
      apiUrl: environment.SLACK_API_URL,
      dispatcher: slackDispatcher,
      token: environment.SLACK_BOT_TOKEN,
      channelRate: backend.channelRate,
      channelIds: knownChannels(store),
      installation: installation.id,
      now,
      log,
    })
    const otherInstallations = createOtherInstallations({
      self: installation.id,
      records: otherInstallationRecords(store),
      problems: {
        raise: (...problem) => leadersProblems.raise(...problem),
        clear: (key) => leadersProblems.clear(key),
      },
      find: (name) => registry.find(name)?.subscription,
      liveProcesses: backend.processes,
      readHistory: (...range) => slack.readHistory(...range),
      now,
    })
    const readHistory = createHistorySearch(otherInstallations.watchHistory(slackApi.readHistoryPage), now)
    const post = otherInstallations.watchPosts(slackApi.post)
    const slack = metrics.slack({ ...slackApi, post, readHistory })
    const added = createRunningFeatures(log)
    cleanup.add(added.stop)
    const problemLog = createProblemLog(log)
    const problems = backend.createProblemBoard({
      raised(problem) {
        problemLog.raised(problem)
        added.problems.raised(problem)
      },
      cleared(problem) {
        problemLog.cleared(problem)
        added.problems.cleared(problem)
      },
    })
    const hooks = createHooks({
      features: added.hooks,
      missed: openCollection(store, missedFactKind),
      problems,
      now,
      setTimer,
      stopping,
      log,
    })
    const listening = await connectListening(
      startsService ? configuration.listen : undefined,
      { environment, variables, proxy, version: packageFile.version },
      { now, setTimer, log, problems },
    )
    cleanup.add(listening.close)
    const { service, budget, limitedService } = connectMentionService({
      ...runtime,
      ...listening.mentionService,
      log,
      observe: metrics.request,
      limiters: backend.requestLimiters,
      processes: backend.processes,
    })
    cleanup.add(service.close)
    const alerts = createAlertDirectory(() => service.listAlerts({ priority: 'command' }), now)
    const findMention = (alert: Id, id: Id) => fetchMention(service, alert, id).catch(() => undefined)
    const alertName = (written: string) => alertDisplayName(written, alerts.known())

    // Polling. The scheduler and the registry use each other, so each callback looks the other up when it is called.
    const mutes = createMutes(openCollection(store, muteKind), now)
    const isOwn = createIsOwn(configuration.own)
    const decide = (subscription: Subscription) => decideFor(subscription, { mutes: mutes.of, isOwn })
    const cards = createCards({
      store,
      messages: slack.messages,
      nameOf: slack.users.nameOf,
      keptMs: cardsKeptMs,
      now,
      openForMs: Math.min(configuration.openFor, cardsKeptMs),
      weights: configuration.worth,
      handled: { tell: hooks.handled, isHeard: () => hooks.isHeard('handled') },
    })
    const privateAlerts = createPrivateAlerts({
      privateAlerts: configuration.private ?? [],
      subscriptions: configuration.subscriptions,
      digests: configuration.digests,
      registry: { all: () => registry.all() },
      channels: slack.channels,
      alerts,
      log,
    })
    async function subscriptionsOf(channel: string): Promise<Subscription[]> {
      const all = registry.all()
      const posting = await Promise.all(all.map(privateAlerts.mayPost))
      const subscriptions = all.filter((_, at) => posting[at]).map(({ subscription }) => subscription)
      return findSubscriptionsOfChannel(slack.channels, subscriptions, { channel })
    }
    const declared = new Set(configuration.subscriptions.map(({ name }) => name))
    const schedules = backend.createSchedules(problems)
    const { scheduler, ticker, leadership } = schedules
    cleanup.add(scheduler.stop)
    // All processes notice these problems. The leader tells about them.
    const leadersProblems: Pick<typeof problems, 'raise' | 'clear'> = {
      raise(...problem) {
        if (leadership.leads()) problems.raise(...problem)
      },
      clear: problems.clear,
    }
    const doubtMs = configuration.doubtSeconds * 1000
    const outboxMemory = createOutboxMemory()
    const volume = createVolumeStore({
      store: store.leading,
      cardActions: cards.since,
      service,
      budget,
      messages: slack.messages,
      drawSpike: cards.spikeCards.draw,
      now,
      behind: () => behind(),
      plan: configuration.plan,
    })
    leadership.attach({ begin: volume.forget })
    const planLimits = createPlanLimits(store.leading, now)
    const pausedForMs = memoizeAsync(async () => (await budget.left()).pausedForMs, {
      now,
      ttlMs: pauseKnownMs,
    })
    const auto = createAutoPolls({
      now,
      limits: pollingLimits(configuration.polling),
      expectation: createPollExpectation({ now, volume, find: (name) => registry.find(name) }),
      pausedForMs,
    })
    const freshness = createFreshnessMeter(now, metrics.delay)
    const polls = createPollScheduler({
      pollDeps: {
        ...slack,
        now,
        sleep: nap,
        stopping,
        service,
        originalCards: cards.originalCards,
        volume,
        record: decisions.record,
        planLimits,
        addNotice: (notice) => reminders.addNotice(notice),
        startedSubscriptions: startedSubscriptions(store.leading, [...declared]),
        mayPost: async ({ name }, alert, channel) =>
          declared.has(name) || (await privateAlerts.allows(alert, channel)),
        startOver: {
          wanted: (name) => registry.startOver(name),
          done: (name, id) => ledPauses.change(name, (pause) => withoutStartOver(pause, id, now())),
        },
        mutesAreDamaged: mutes.areDamaged,
        problems,
        olderInstallation: otherInstallations,
        hooks: metrics.spikes(hooks),
        outboxMemory,
        doubtMs,
        isOwn,
        hasSeveralAlerts: async (channel) =>
          new Set((await subscriptionsOf(channel)).map(({ alert }) => alert)).size > 1,
        pollRhythm: ({ schedule, timezone }) =>
          schedule === automatic ? { every: auto.interval() } : intervalOf(schedule, timezone, now()),
        log,
      },
      checkpoints: store.leading.checkpoints,
      alerts,
      decideFor: decide,
      ticks: ticker,
      createQueue: schedules.createPollQueue,
      leadership,
      setTimer,
      auto,
      poll: metrics.poll(freshness.measure(pollAlert)),
    })
    const progress = createLeaderProgress({
      store,
      announcements: backend.announcements,
      leads: leadership.leads,
      own: polls.progress,
      now,
      setTimer,
    })
    const behind = async () => lagsOf(await progress(), (name) => registry.find(name) !== undefined)
    const slackSubscriptions = openCollection(store, subscriptionKind)
    const pauseRecords = openCollection(store, pauseKind)
    const ledPauses = openCollection(store.leading, pauseKind)
    const registry = createSubscriptionRegistry(
      configuration.subscriptions,
      slackSubscriptions,
      pauseRecords,
      {
        put: polls.put,
        remove(name) {
          polls.remove(name)
          freshness.forget(name)
        },
      },
      now,
      subscriptionDefaults(configuration),
    )
    const polled = () => registry.all().filter(isPolled)
    const freshnessOfAll = () =>
      polled().map(({ subscription: { name } }) => ({ subscription: name, ...freshness.of(name) }))
    const rates = () =>
      checkRates(
        polled().map(({ subscription }) => subscription),
        pollingLimits(configuration.polling),
      )

    // Digests
    const charts = createChartSupport(now)
    const digestDeps = {
      ...slack,
      now,
      setTimer,
      sleep: nap,
      stopping,
      source: service,
      alerts,
      charts,
      subscriptionsOf,
      decisions,
      checkpoints,
      cards: cards.actionsIn,
      ticketsIn: cards.ticketsIn,
      bestOpen: cards.open.best,
      progress: openCollection(store.leading, digestKind),
      lastSlot: ({ schedule, timezone }: Digest) => lastRun(schedule, timezone, now(), catchUpWindowMs),
      problems,
      announce: hooks.digestPosted,
      doubtMs,
      outboxMemory,
      unclear: new Map(),
      mutes: mutes.of,
      nameOf: slack.users.nameOf,
      permalink: slack.messages.permalink,
      sections: added.digestSections,
      logRetentionMs: logKeptMs,
      self: randomUUID(),
      log,
    }
    const digests = createDigestScheduler({ digests: configuration.digests, engine: scheduler, digestDeps })

    // Reminders
    const catchUp = createCatchUp({
      now,
      pauses: pauseRecords,
      registry,
      channels: slack.channels,
      privateAlerts,
      alerts,
      countSince: (alert, date) => status.countSince(alert, date),
    })
    const finder = createSubscriptionFinder(registry, slack.channels, privateAlerts)
    const access = createAccess({
      ...slack,
      settings: { admins: configuration.admins },
      privateAlerts,
      finder,
    })
    const reminderRecords = openCollection(store, reminderKind)
    const ledReminders = openCollection(store.leading, reminderKind)
    const reminderKinds = [
      ...mentionReminders({
        findCard: cards.find,
        endSnooze: ({ channel, ts, mention, to, of }) =>
          cards.applyAction({
            message: { channel, ts },
            mentions: [mention],
            user: to,
            action: { kind: 'wake', id: of },
          }),
        maySee: access.maySee,
        openDirect: slack.users.openDirect,
        permalink: slack.messages.permalink,
      }),
      catchUpKind(catchUp),
      noticeKind({
        isAnnounced: (notice) =>
          (notice.about.kind === 'plan-limit' ? planLimits : volume).isAnnouncedBy(notice),
        // The alert of a silence may have become private since the notice was stored.
        mayPost: async ({ about, channel }) =>
          about.kind !== 'silence' || privateAlerts.allows(about.alert, channel),
      }),
    ]
    const reminders = createReminders({
      ...slack,
      now,
      sleep: nap,
      stopping,
      reminders: ledReminders,
      add: reminderRecords.put,
      kinds: () => [...reminderKinds, ...added.reminderKinds()],
      doubtMs,
      self: randomUUID(),
      newId: randomUUID,
      outboxMemory,
      log,
    })
    scheduler.every('reminders', reminderSchedule, 'UTC', reminders.sendDue)
    const doneInService = createDoneInService({
      ...cards,
      readPage: (alert, since) =>
        firstPage(service.mentionsSince(alert, since, { priority: 'poll' })).catch(() => undefined),
      requests: budget.left,
      now,
    })
    scheduler.every('done-in-service', doneInServiceSchedule, 'UTC', doneInService.check)

    // Questions and changes from Slack
    const announced = createAnnouncedChanges(openCollection(store, changeKind), now)
    const pauses = createPauseService({
      now,
      newId: randomUUID,
      pauses: pauseRecords,
      addReminder: reminders.add,
      registry,
      announce: (...about) => changes.announce(...about),
    })
    const changeKinds = [
      muteChanges({ now, mutes }),
      pauseChanges(pauses, privateAlerts),
      subscriptionChanges({
        now,
        slackSubscriptions,
        askAfterStop: pauses.askAfterStop,
        syncSubscriptions: registry.sync,
        privateAlerts,
      }),
    ]
    const changes = createChangeLog({
      now,
      newId: randomUUID,
      post: slack.post,
      messages: slack.messages,
      nameOf: slack.users.nameOf,
      announced,
      kinds: () => [...changeKinds, ...added.changeKinds()],
      log,
    })
    const statusDeps = {
      now,
      alerts,
      decideFor: decide,
      pause: setImmediate,
      checkpoint: checkpoints.load,
      decisions,
      permalink: slack.messages.permalink,
      findCard: cards.find,
      requests: budget.left,
      planLimitReached: planLimits.isAnnounced,
      lag: polls.lag,
      polledAt: async (name: string) => (await progress()).find(({ member }) => member === name)?.caughtUpAt,
      async problemOf(subscription: Subscription) {
        const found = await slack.channels.find(subscription.channel)
        const channel = found.kind === 'found' ? found.id : undefined
        const alert = findAlertIn(subscription.alert, alerts.known())?.id
        return problemOfSubscription(subscription, { alert, channel }, problems.openProblems())
      },
      currentLags: behind,
      quietUntil: (subscription: Subscription) => holdsUntil(subscription, now()),
      lastDecisionTimes: decisions.latest,
      channelName: (written: string) => channelLabel(slack.channels, written),
      alertName,
      freshnessOf: freshness.of,
      nameOf: slack.users.nameOf,
    }
    const status = createStatus({ ...statusDeps, mentions: mentionReader(service, findMention) })
    const sync = createSyncLoop(
      {
        mutes,
        originalCards: cards.originalCards,
        registry,
        otherInstallations,
        refreshProblems: problems.refresh,
        tellDamage: createDamageProblems({
          damage: store.damage,
          problems: leadersProblems,
          stopping: stoppingKinds,
          texts: damageTexts,
          now,
        }),
        // Do not wait here, because Slack may be slow or down.
        redraw: () =>
          leadership.leads() &&
          void cards
            .redrawOutdated()
            .catch((err) => log.warn({ err }, 'could not update changed cards in Slack; retrying in 5 s')),
        async prune() {
          const forgetBefore = now() - logKeptMs
          const prunings = [
            announced.prune(forgetBefore),
            cards.prune(),
            decisions.prune(forgetBefore),
            emptyEnded(slackSubscriptions, forgetBefore),
            pruneEndedPauses(pauseRecords, now),
            added.prune(),
            hooks.prune(),
            store.setAside.prune(now() - cardsKeptMs),
          ]
          await Promise.all(prunings).catch((err: unknown) =>
            log.warn({ err }, 'could not remove old records; retrying in an hour'),
          )
        },
      },
      { setTimer, log, announcements: backend.announcements },
    )
    const reply = createReply({ ...slack, charts, log })
    const muting = createMuteService({ now, mutes, changes })
    added.create(
      features,
      {
        ...runtime,
        newId: randomUUID,
        log,
        variables,
        proxy,
        timezone: configuration.timezone,
        store,
        leads: leadership.leads,
        decisions,
        slack,
        alertName,
        problems,
        metrics: metrics.ofFeatures,
        registry,
        finder,
        access,
        privateAlerts,
        decideFor: decide,
        mutes,
        muting,
        cards,
        reminders: ledReminders,
        changes,
        reply,
      },
      configuration.written,
    )
    for (const { name, cron, run } of added.jobs()) scheduler.every(name, cron, 'UTC', run)
    scheduler.every('missed facts', missedFactsSchedule, 'UTC', hooks.retryMissed)
    const connection = connectSlack({
      apiUrl: environment.SLACK_API_URL,
      dispatcher: slackDispatcher,
      botToken: environment.SLACK_BOT_TOKEN,
      appToken: environment.SLACK_APP_TOKEN,
      signingSecret: environment.SLACK_SIGNING_SECRET,
      register(bolt) {
        onOwnPost(bolt, (channel, message) => {
          if (outboxMemory.announced().length === 0)
            log.info(
              {},
              "Slack sends events for posted messages; if Slack's answer to a post is lost, its event confirms the post, usually without a search of the channel",
            )
          outboxMemory.addAnnounced({ channel, message, at: now() })
          otherInstallations.saw(message)
        })
        registerListeners(bolt, {
          now,
          setTimer,
          log,
          settings: {
            timezone: configuration.timezone,
            docs: configuration.docs,
            reactions: configuration.reactions,
            links: configuration.links,
          },
          finder,
          access,
          added,
          reply,
          slack,
          charts,
          alerts,
          listening: listening.client,
          registry,
          mutes,
          subscriptions: createSubscriptionService({
            now,
            slackSubscriptions,
            registry,
            changes,
            alertName,
            privateAlerts,
            post: slack.post,
            nameOf: slack.users.nameOf,
          }),
          muting,
          changes,
          status,
          statistics: createStatistics({ source: service, now, setTimer }),
          digests: { ...digests, all: configuration.digests },
          applyCardAction: cards.applyAction,
          open: cards.open,
          newId: randomUUID,
          addReminder: reminders.add,
          pauses,
          catchUp,
          spikeCards: cards.spikeCards,
          cardsSince: cards.since,
          findCard: cards.find,
          postedSince: cards.postedSince,
          channelName: (id) => channelLabel(slack.channels, id),
          alertName,
          firesHourly,
          syncState: sync.now,
          reasonFor: (error) =>
            error instanceof RecordDamagedError
              ? replyTexts.recordDamaged
              : (describeFileError(error) ?? missingWords[classifyFailure(error).reason]),
        })
      },
      problemOf: (reason) => ({ stops: stoppedNames.commands, ...problemTexts.slackConnection(reason) }),
      problems,
      counted: otherInstallations.connected,
      now,
      setTimer,
      sleep: nap,
      stopping,
      log,
      logger: sdkLogger(log),
    })
    cleanup.add(connection.stop)

    // Questions of AI assistants. Only a bot with a token for them loads this code.
    async function startMcp(): Promise<RequestListener | undefined> {
      const { MCP_TOKEN: publicToken, MCP_PRIVATE_TOKEN: privateToken } = environment
      if (publicToken === undefined && privateToken === undefined) return undefined
      const { createMcpEndpoint } = await import('./features/mcp/endpoint.ts')
      const asked = limitedService({ key: 'assistants', limit: mcpRequestLimit })
      cleanup.add(asked.close)
      const find: MentionReader['find'] = (alert, id) => fetchMention(asked, alert, id)
      const permalink = memoizeAsync(slack.messages.permalink, {
        now,
        ttlMs: dayMs,
        keyOf: ({ channel, ts }) => `${channel} ${ts}`,
        keep: (link) => link !== undefined,
      })
      return createMcpEndpoint({
        publicToken,
        privateToken,
        now,
        setTimer,
        log,
        version: packageFile.version,
        sources: {
          now,
          alerts,
          isPrivate: privateAlerts.isPrivate,
          registry,
          channelOf: finder.channelOf,
          channelName: (id) => channelLabel(slack.channels, id),
          async subscriptionsOf(written) {
            const found = await slack.channels.find(written)
            return found.kind === 'found' ? subscriptionsOf(found.id) : []
          },
          mentions: asked.mentions,
          findMention: find,
          statistics: createStatistics({ source: asked, now, setTimer }),
          status: createStatus({ ...statusDeps, permalink, mentions: mentionReader(asked, find) }),
          openProblems: problems.openProblems,
          open: cards.open,
          postedSince: cards.postedSince,
          pause: setImmediate,
          permalink,
          digests: configuration.digests,
          previewDigest: (digest) => previewDigest({ ...digestDeps, permalink, source: asked }, digest),
        },
      })
    }

    // Health, status and metrics over HTTP
    const warnings = startupWarnings(variables, environment)
    for (const { what, whatToDo } of warnings) log.warn({ whatToDo }, what)
    const readiness = createReadiness({ pingStore: backend.ping, now, setTimer })
    metrics.observe({
      version: packageFile.version,
      budget,
      problems,
      polls: { behind, lag: polls.lag },
      registry,
      freshness: freshnessOfAll,
      reasonNotReady: readiness.notReady,
      planForecast: async () => volume.plan && currentForecast(volume.plan, now()),
      planLimitReached: planLimits.isReached,
    })
    const server = await startStatusServer({
      port: environment.PORT,
      host: environment.HOST,
      status: { token: environment.STATUS_TOKEN, isOff: whyStatusIsOff(environment) !== undefined },
      now,
      reasonNotReady: readiness.notReady,
      report: async () => ({
        installation: installation.id,
        behind: await behind(),
        problems: problems.openProblems(),
        paused: registry
          .all()
          .flatMap(({ subscription: { name }, pause }) => (pause ? [{ ...pause, name }] : [])),
        warnings: [...warnings, ...rates().warnings, ...otherInstallations.warnings()],
        subscriptions: freshnessOfAll(),
        listening: listening.state(),
      }),
      metrics: metrics.page,
      slack: connection.listener,
      mcp: await startMcp(),
    })
    cleanup.add(() => server.close())
    cleanup.add(leadership.stop)
    cleanup.add(runtime.stop)

    // Everything is built: start it
    scheduler.start()
    cleanup.add(sync.stop)
    await inspectCollections(store, storedKinds)
    await sync.start()
    // Only the leader tells what is damaged.
    leadership.attach({ prepare: sync.prepare, begin: sync.soon })
    leadership.start()
    readiness.started()
    const url = addressOf(server, environment.HOST)
    const { alerts: planned, everyMs } = rates()
    const checks =
      planned === 0 ? {} : { automaticAlerts: planned, checkedEverySeconds: Math.round(everyMs / 1000) }
    const about = { installation: installation.id, subscriptions: configuration.subscriptions.length }
    log.info({ url, ...about, ...checks }, 'Overheard is running')
    for (const { what, whatToDo } of rates().warnings) log.warn({ whatToDo }, what)
    return { url, stop: cleanup.all }
  } catch (error) {
    runtime.stop()
    await cleanup.all()
    throw error
  }
}

/** The count of waiting mentions is given up after this time (ms), because a slow service must not delay the answer. */
const countTimeoutMs = 5000

async function firstPage<Page>(pages: AsyncIterable<Page>): Promise<Page | undefined> {
  for await (const page of pages) return page
  return undefined
}

/** This many of the newest mentions are searched for a sample or an address: one page of the service. */
const newestPage = 300

/** Reads mentions for people. These requests are sent before those of polls. */
function mentionReader(service: MentionService, find: MentionReader['find']): MentionReader {
  const options = { priority: 'command' } as const
  return {
    find,
    newest: async (alert) => (await service.newest(alert, newestPage, options)).mentions,
    since: (alert, date) => service.mentions(alert, { dateFrom: date }, options),
    above: (alert, id) =>
      service.mentionsSince(alert, id, { ...options, signal: AbortSignal.timeout(countTimeoutMs) }),
  }
}
