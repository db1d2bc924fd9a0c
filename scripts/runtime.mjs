// How a process of the shop is run; docs/decisions/0008 says why, and the Dockerfile repeats it, as a test asks.

/**
 * glibc keeps freed memory in one arena per thread and in blocks that it grows to 32 MB; told not to, it gives 50 MB back
 * after a large import. It still keeps 2 MB, and whatever is smaller than 1 MB lies where it can be used again: with
 * 128 kB for both, the memory of each new page was fetched from the system and given back, which took a quarter of that
 * page's processor time. glibc reads this once, when a process begins. Other C libraries ignore the names.
 */
export const allocator = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '2097152', MALLOC_MMAP_THRESHOLD_: '1048576' }

/** The environment for a process of the shop; what the owner has set stays. */
export const environment = { ...allocator, ...process.env }

/** Whether this process began with that environment. */
export const hasEnvironment = Object.keys(allocator).every((name) => process.env[name] !== undefined)

/**
 * Of threads that collect garbage and compile beside the one that works, as many as there are processors left: by default
 * Node has four, and on two processors these took from the shop what they did for it, a tenth of an import's time. Node
 * reads this from its command line alone, so the scripts of package.json and the Dockerfile repeat it.
 */
export const nodeArguments = ['--v8-pool-size=0']
