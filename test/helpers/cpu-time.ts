/** CPU that this thread uses, which does not depend on what else the machine does. */
export function cpuStopwatch(): () => number {
  const from = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(from);
    return (user + system) / 1_000;
  };
}
