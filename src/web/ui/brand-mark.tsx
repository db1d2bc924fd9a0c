/** The registration mark of the press, one quarter in each process color. */
export function BrandMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 28 28" className="size-7 shrink-0 fill-none max-[23rem]:size-6">
      <g strokeWidth="2.600">
        <path d="M14 5.500a8.500 8.500 0 0 1 8.500 8.500" className="stroke-process-cyan" />
        <path d="M22.500 14a8.500 8.500 0 0 1-8.500 8.500" className="stroke-process-magenta" />
        <path d="M14 22.500A8.500 8.500 0 0 1 5.500 14" className="stroke-process-yellow" />
        <path d="M5.500 14A8.500 8.500 0 0 1 14 5.500" className="stroke-ink" />
      </g>
      <path d="M14 .500v27M.500 14h27" className="stroke-ink" strokeWidth="1.400" />
    </svg>
  )
}
