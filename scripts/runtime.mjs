// How a process of the shop is run; docs/decisions/0008 says why, and the Dockerfile repeats it.

/**
 * glibc keeps freed memory in one arena per thread and in blocks that it grows to 32 MB; told not to, it gives 50 MB back
 * after a large import. But 2 MB at the end stay, and blocks below 1 MB are kept in one piece with the others: with
 * 128 kB for both, the memory of each page and of its packing was fetched from the system and given back, a quarter
 * of what the page took of the processor. glibc reads this once, when a process begins. Other C libraries ignore the names.
 */
const allocator = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '2097152', MALLOC_MMAP_THRESHOLD_: '1048576' }

/** The environment for a process of the shop; what the owner has set stays. */
export const environment = { ...allocator, ...process.env }

/** Whether this process began with that environment. */
export const hasEnvironment = Object.keys(allocator).every((name) => process.env[name] !== undefined)
