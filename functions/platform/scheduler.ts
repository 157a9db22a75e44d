import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { environment } from './environment';

export interface ClockSchedule {
  readonly name: string;
  /** `cron(30 8 ? * MON *)`, of the time zone. */
  readonly expression: string;
  readonly timeZone: string;
  readonly enabled: boolean;
  /** What is sent into the queue of reports; `<aws.scheduler.scheduled-time>` becomes when it was due. */
  readonly message: unknown;
}

/** Schedules of EventBridge Scheduler that send messages into the queue of reports. */
export interface Scheduler {
  /** Makes the schedule, or puts it in the place of the one that has its name. */
  put(schedule: ClockSchedule): Promise<void>;
  /** Deleting what isn't there is no error. */
  remove(name: string): Promise<void>;
}

const client = /* @__PURE__ */ new SchedulerClient({});

export const reportScheduler: Scheduler = {
  async put({ name, expression, timeZone, enabled, message }) {
    const schedule = {
      Name: name,
      GroupName: environment('REPORT_SCHEDULE_GROUP'),
      ScheduleExpression: expression,
      ScheduleExpressionTimezone: timeZone,
      State: enabled ? ('ENABLED' as const) : ('DISABLED' as const),
      FlexibleTimeWindow: { Mode: 'OFF' as const },
      Target: {
        Arn: environment('REPORT_JOBS_QUEUE_ARN'),
        RoleArn: environment('REPORT_SCHEDULE_ROLE_ARN'),
        Input: JSON.stringify(message),
      },
    };
    try {
      await client.send(new CreateScheduleCommand(schedule));
    } catch (error) {
      if (!(error instanceof ConflictException)) throw error;
      // Replaces all of it: what is left out would be as by default.
      await client.send(new UpdateScheduleCommand(schedule));
    }
  },

  remove: removeReportSchedule,
};

/** For who only takes schedules away. Deleting what isn't there is no error. */
export async function removeReportSchedule(name: string): Promise<void> {
  try {
    await client.send(
      new DeleteScheduleCommand({ Name: name, GroupName: environment('REPORT_SCHEDULE_GROUP') }),
    );
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}
