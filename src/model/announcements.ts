/** Short messages between the processes of an installation. Each process hears all of them, also its own. */
export type Announcements = {
  announce(topic: string): Promise<void>
  /** `isOwn` is true if this process announced the topic. Without a topic, announcements may have been missed. */
  on(heard: (topic: string | undefined, isOwn: boolean) => void): void
}
