import { statfsSync } from 'node:fs'

/** `local`: only this machine writes to the disk itself; others may reach its folders through this machine. */
export type DiskKind = 'local' | 'network' | 'unknown'

/** https://www.man7.org/linux/man-pages/man2/statfs.2.html: NFS, SMB, CIFS, FUSE, 9P, AFS, Ceph, GFS2, Lustre and OCFS2. */
const networkDisks = new Set([
  ...[0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x65735546, 0x01021997, 0x5346414f, 0x00c36400, 0x01161970],
  ...[0x0bd00bd0, 0x7461636f],
])

/** The same page, and statfs of ZFS: ext2 to ext4, XFS, Btrfs, F2FS, ZFS, tmpfs and overlay. */
const localDisks = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0x01021994, 0x794c7630])

/** Returns the kind of the disk of a path that exists. Other systems than Linux number their file systems differently: there it is `unknown`. */
export function diskKindOf(path: string): DiskKind {
  if (process.platform !== 'linux') return 'unknown'
  const type = statfsSync(path).type >>> 0
  if (networkDisks.has(type)) return 'network'
  return localDisks.has(type) ? 'local' : 'unknown'
}
