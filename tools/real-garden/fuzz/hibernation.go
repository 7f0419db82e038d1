package main

import (
	"fmt"
	"math/rand"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/gardenlet/controller/shoot/care"
)

func drawCron(random *rand.Rand) *string {
	minute := pick(random, "0", "30", "15,45", "*/20", "0-10/5", "59")
	hour := pick(random, "0", "8", "20", "21", "22", "23", "*/6", "7-9", "2", "3")
	day := pick(random, "*", "*", "*", "*", "1", "31", "29", "*/2", "?")
	month := pick(random, "*", "*", "*", "*", "feb", "1-6", "10")
	weekday := pick(random, "*", "*", "1-5", "MON-FRI", "0", "sat,sun", "*/2")
	text := fmt.Sprintf("%s %s %s %s %s", minute, hour, day, month, weekday)
	switch random.Intn(60) {
	case 0:
		text = pick(random, "@daily", "@hourly", "@weekly", "@every 1h", "0 20 * *", "60 20 * * *", "0 20 * * 7", "", "TZ=Asia/Tokyo 0 20 * * *")
	case 1:
		text = "0 20 31 2 *"
	}
	return &text
}

func drawSchedule(random *rand.Rand) gardencorev1beta1.HibernationSchedule {
	schedule := gardencorev1beta1.HibernationSchedule{}
	if random.Intn(6) != 0 {
		schedule.Start = drawCron(random)
	}
	if random.Intn(4) != 0 {
		schedule.End = drawCron(random)
	}
	if random.Intn(2) == 0 {
		location := pick(random, "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC", "", "Pacific/Apia")
		if random.Intn(60) == 0 {
			location = "Moon/Crater"
		}
		schedule.Location = &location
	}
	return schedule
}

func drawTime(random *rand.Rand) string {
	text := fmt.Sprintf("%02d%s", pick(random, 0, 1, 2, 8, 20, 21, 22, 23), pick(random, "0000", "3000", "1500", "5959"))
	return text + pick(random, "+0000", "+0000", "+0100", "-0800", "+0530")
}

// drawInstantOfYears makes an instant, often near one at which clocks change or windows begin.
func drawInstantOfYears(random *rand.Rand) time.Time {
	day := time.Date(2024+random.Intn(4), pick(random, time.January, time.February, time.March, time.April, time.October, time.November), 1+random.Intn(31), 0, 0, 0, 0, time.UTC)
	return day.Add(time.Duration(random.Intn(48))*30*time.Minute + pick(random, 0, 0, time.Second, -time.Second, 17*time.Minute))
}

func drawSleepInWindow(random *rand.Rand) (any, any) {
	instant := drawInstantOfYears(random)
	shoot := &gardencorev1beta1.Shoot{}
	shoot.Status.IsHibernated = random.Intn(2) == 0
	input := map[string]any{"timeWindow": nil, "statusHibernated": shoot.Status.IsHibernated, "now": instant.Format(time.RFC3339)}
	if random.Intn(12) != 0 {
		window := gardencorev1beta1.MaintenanceTimeWindow{Begin: drawTime(random), End: drawTime(random)}
		if random.Intn(40) == 0 {
			window.End = pick(random, "2200", "250000+0000", "")
		}
		shoot.Spec.Maintenance = &gardencorev1beta1.Maintenance{TimeWindow: &window}
		input["timeWindow"] = window
	}
	schedules := []gardencorev1beta1.HibernationSchedule{}
	for range random.Intn(4) {
		schedules = append(schedules, drawSchedule(random))
	}
	shoot.Spec.Hibernation = &gardencorev1beta1.Hibernation{Schedules: schedules}
	input["schedules"] = schedules
	return input, care.IsShootHibernatedDuringNextMaintenanceWindow(shoot, instant)
}
